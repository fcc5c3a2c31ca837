// Functions on strings. Compared are unsigned characters, as the standard says (7.24 in C17).
typedef __SIZE_TYPE__ size;
typedef unsigned char byte;

// Of what a comparison gives the standard fixes only the sign. Where the program looks at that alone, the difference itself is as good.
int of_sign(int difference) __asm__("bitreach.of_sign");

int of_sign(int difference) {
  if (difference == 0) {
    return 0;
  }
  int number = nondet_int();
  if (difference < 0) {
    return number | (-0x7fffffff - 1);
  }
  number &= 0x7fffffff;
  return number != 0 ? number : 1;
}

size strlen(const char *s) {
  size n = 0;
  while (s[n] != 0) {
    n++;
  }
  return n;
}

size strnlen(const char *s, size most) {
  size n = 0;
  while (n < most && s[n] != 0) {
    n++;
  }
  return n;
}

int strcmp(const char *a, const char *b) {
  size i = 0;
  while (a[i] != 0 && a[i] == b[i]) {
    i++;
  }
  return of_sign((int)(byte)a[i] - (int)(byte)b[i]);
}

int strncmp(const char *a, const char *b, size n) {
  for (size i = 0; i < n; i++) {
    if (a[i] != b[i] || a[i] == 0) {
      return of_sign((int)(byte)a[i] - (int)(byte)b[i]);
    }
  }
  return 0;
}

// All of both is there, wherever they differ.
int memcmp(const void *a, const void *b, size n) {
  all_there(a, n, 1);
  all_there(b, n, 1);
  for (size i = 0; i < n; i++) {
    int x = ((const byte *)a)[i], y = ((const byte *)b)[i];
    if (x != y) {
      return of_sign(x - y);
    }
  }
  return 0;
}

void *memchr(const void *s, int c, size n) {
  for (size i = 0; i < n; i++) {
    if (((const byte *)s)[i] == (byte)c) {
      return (byte *)s + i;
    }
  }
  return 0;
}

char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) {
      return (char *)s;
    }
    if (*s == 0) {
      return 0;
    }
  }
}

char *strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) {
    if (*s == (char)c) {
      last = s;
    }
    if (*s == 0) {
      return (char *)last;
    }
  }
}

// What is read and what is written must not overlap; each step looks at what there is of both with its own character.
static void step(const char *to, size written, const char *from, size read) {
  __bitreach_apart(to, written, from, read, 0);
}

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }
// Letters are in the order of their numbers, as programs have it that ask for no other.
int strcoll(const char *a, const char *b) {
  may_set_errno();
  return strcmp(a, b);
}
int ffs(int n) { return __builtin_ffs(n); }
int ffsl(long n) { return __builtin_ffsl(n); }
int ffsll(long long n) { return __builtin_ffsll(n); }

char *strcpy(char *to, const char *from) {
  size i = 0;
  while (step(to, i + 1, from, i + 1), from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}

char *strncpy(char *to, const char *from, size n) {
  size i = 0;
  while (i < n && (step(to, n, from, i + 1), from[i] != 0)) {
    to[i] = from[i];
    i++;
  }
  while (i < n) {
    to[i] = 0;
    i++;
  }
  return to;
}

char *strcat(char *to, const char *from) {
  size n = 0, i = 0;
  while (to[n] != 0) {
    n++;
  }
  while (step(to, n + i + 1, from, i + 1), from[i] != 0) {
    to[n + i] = from[i];
    i++;
  }
  to[n + i] = 0;
  return to;
}

char *strncat(char *to, const char *from, size most) {
  size n = 0, i = 0;
  while (to[n] != 0) {
    n++;
  }
  while (i < most && (step(to, n + i + 1, from, i + 1), from[i] != 0)) {
    to[n + i] = from[i];
    i++;
  }
  step(to, n + i + 1, from, i);
  to[n + i] = 0;
  return to;
}

// The end of what is copied.
char *stpcpy(char *to, const char *from) {
  size i = 0;
  while (step(to, i + 1, from, i + 1), from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to + i;
}

void *memccpy(void *to, const void *from, int c, size n) {
  for (size i = 0; i < n; i++) {
    step(to, i + 1, from, i + 1);
    ((byte *)to)[i] = ((const byte *)from)[i];
    if (((const byte *)from)[i] == (byte)c) {
      return (byte *)to + i + 1;
    }
  }
  return 0;
}

// All of it is there: it may be read in any order.
void *memrchr(const void *s, int c, size n) {
  all_there(s, n, 1);
  while (n > 0) {
    n--;
    if (((const byte *)s)[n] == (byte)c) {
      return (byte *)s + n;
    }
  }
  return 0;
}

char *strchrnul(const char *s, int c) {
  while (*s != 0 && *s != (char)c) {
    s++;
  }
  return (char *)s;
}

static _Bool is_one_of(char c, const char *letters) {
  while (*letters != 0) {
    if (*letters++ == c) {
      return 1;
    }
  }
  return 0;
}

size strspn(const char *s, const char *accepted) {
  size n = 0;
  while (s[n] != 0 && is_one_of(s[n], accepted)) {
    n++;
  }
  return n;
}

size strcspn(const char *s, const char *refused) {
  size n = 0;
  while (s[n] != 0 && !is_one_of(s[n], refused)) {
    n++;
  }
  return n;
}

char *strpbrk(const char *s, const char *wanted) {
  for (; *s != 0; s++) {
    if (is_one_of(*s, wanted)) {
      return (char *)s;
    }
  }
  return 0;
}

char *strstr(const char *s, const char *wanted) {
  for (;; s++) {
    size n = 0;
    while (wanted[n] != 0 && s[n] == wanted[n]) {
      n++;
    }
    if (wanted[n] == 0) {
      return (char *)s;
    }
    if (*s == 0) {
      return 0;
    }
  }
}

char *strtok_r(char *s, const char *separators, char **rest) {
  if (s == 0) {
    s = *rest;
  }
  while (*s != 0 && is_one_of(*s, separators)) {
    s++;
  }
  if (*s == 0) {
    *rest = s;
    return 0;
  }
  char *token = s;
  while (*s != 0 && !is_one_of(*s, separators)) {
    s++;
  }
  if (*s != 0) {
    *s++ = 0;
  }
  *rest = s;
  return token;
}

static char *token_rest;

char *strtok(char *s, const char *separators) { return strtok_r(s, separators, &token_rest); }

// As in the C locale.
static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (byte)c; }

int strcasecmp(const char *a, const char *b) {
  size i = 0;
  while (a[i] != 0 && lower(a[i]) == lower(b[i])) {
    i++;
  }
  return of_sign(lower(a[i]) - lower(b[i]));
}

int strncasecmp(const char *a, const char *b, size n) {
  for (size i = 0; i < n; i++) {
    if (lower(a[i]) != lower(b[i]) || a[i] == 0) {
      return of_sign(lower(a[i]) - lower(b[i]));
    }
  }
  return 0;
}

// Where a string begins that is the same but for the case of its letters.
char *strcasestr(const char *s, const char *wanted) {
  for (;; s++) {
    size n = 0;
    while (wanted[n] != 0 && lower(s[n]) == lower(wanted[n])) {
      n++;
    }
    if (wanted[n] == 0) {
      return (char *)s;
    }
    if (*s == 0) {
      return 0;
    }
  }
}

// What is looked for may be empty; then it is found at once. All of both is there, wherever it is found.
void *memmem(const void *s, size length, const void *wanted, size wanted_length) {
  const byte *at = s;
  all_there(s, length, 1);
  all_there(wanted, wanted_length, 1);
  for (size i = 0; wanted_length <= length && i <= length - wanted_length; i++) {
    size n = 0;
    while (n < wanted_length && at[i + n] == ((const byte *)wanted)[n]) {
      n++;
    }
    if (n == wanted_length) {
      return (byte *)at + i;
    }
  }
  return 0;
}

char *strsep(char **rest, const char *separators) {
  char *token = *rest;
  if (token == 0) {
    return 0;
  }
  char *s = token;
  while (*s != 0 && !is_one_of(*s, separators)) {
    s++;
  }
  if (*s != 0) {
    *s = 0;
    *rest = s + 1;
  } else {
    *rest = 0;
  }
  return token;
}

// The end of what is copied, or of the place for it.
char *stpncpy(char *to, const char *from, size n) {
  size i = 0;
  while (i < n && (step(to, n, from, i + 1), from[i] != 0)) {
    to[i] = from[i];
    i++;
  }
  for (size end = i; end < n; end++) {
    to[end] = 0;
  }
  return to + i;
}

// Not by a call of `memcpy`, which the program may define itself.
void *mempcpy(void *to, const void *from, size n) {
  if (n > 0) {
    step(to, n, from, n);
  }
  return (byte *)__builtin_memcpy(to, from, n) + n;
}

// The same of older and newer systems. What is too long is cut off, and how long it would be is told.
size strlcpy(char *to, const char *from, size room) {
  size n = 0;
  while (from[n] != 0) {
    n++;
  }
  if (room > 0) {
    size count = n < room ? n : room - 1;
    step(to, count + 1, from, n + 1);
    for (size i = 0; i < count; i++) {
      to[i] = from[i];
    }
    to[count] = 0;
  }
  return n;
}

size strlcat(char *to, const char *from, size room) {
  size n = 0;
  while (n < room && to[n] != 0) {
    n++;
  }
  return n + strlcpy(to + n, from, room - n);
}

void bcopy(const void *from, void *to, size n) { __builtin_memmove(to, from, n); }
void bzero(void *block, size n) { __builtin_memset(block, 0, n); }
int bcmp(const void *a, const void *b, size n) { return memcmp(a, b, n); }

// Each two bytes the other way round; a last one that is alone stays.
void swab(const void *from, void *to, __PTRDIFF_TYPE__ n) {
  if (n > 1) {
    step(to, (size)n & ~(size)1, from, (size)n & ~(size)1);
  }
  for (__PTRDIFF_TYPE__ i = 1; i < n; i += 2) {
    byte first = ((const byte *)from)[i - 1];
    ((byte *)to)[i - 1] = ((const byte *)from)[i];
    ((byte *)to)[i] = first;
  }
}

// What is compared as it stands is copied. Of what does not fit, nothing is known.
size strxfrm(char *to, const char *from, size n) {
  may_set_errno();
  size length = strlen(from);
  if (n > 0) {
    step(to, n <= length ? n : length + 1, from, length + 1);
  }
  for (size i = 0; i < n && i <= length; i++) {
    to[i] = length < n ? from[i] : nondet_char();
  }
  return length;
}

// There must be one.
void *rawmemchr(const void *s, int c) {
  const byte *at = s;
  while (*at != (byte)c) {
    at++;
  }
  return (byte *)at;
}

static _Bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Numbers in names are compared as such: where the names differ within one that begins with no zero, that with more digits is larger;
// one that begins with zeros is a fraction, and smaller than any other.
int strverscmp(const char *a, const char *b) {
  size differs = 0, begin = 0, zeros = 0;
  while (a[differs] != 0 && a[differs] == b[differs]) {
    differs++;
  }
  if (a[differs] == b[differs]) {
    return 0;
  }
  begin = differs;
  while (begin > 0 && is_digit(a[begin - 1])) {
    begin--;
  }
  while (begin + zeros < differs && a[begin + zeros] == '0') {
    zeros++;
  }
  int plain = of_sign((int)(byte)a[differs] - (int)(byte)b[differs]);
  _Bool is_fraction = begin < differs ? a[begin] == '0' : a[begin] == '0' && is_digit(b[begin]) || b[begin] == '0' && is_digit(a[begin]);
  if (is_fraction) {
    // Behind zeros alone, that which goes on with a digit is smaller.
    if (begin + zeros == differs && begin < differs && is_digit(a[differs]) != is_digit(b[differs])) {
      return of_sign(is_digit(a[differs]) ? -1 : 1);
    }
    return plain;
  }
  size more_of_a = differs, more_of_b = differs;
  while (is_digit(a[more_of_a])) {
    more_of_a++;
  }
  while (is_digit(b[more_of_b])) {
    more_of_b++;
  }
  // A number ends here in both, or begins in one of them only.
  if (begin == differs && (more_of_a == differs || more_of_b == differs)) {
    return plain;
  }
  return more_of_a == more_of_b ? plain : of_sign(more_of_a < more_of_b ? -1 : 1);
}
