// Wide characters: those of <string.h> over again, for `wchar_t`, which is `int` here; and their classes in the locale "C",
// in which only those of ASCII have any.
typedef __SIZE_TYPE__ wide_size;
typedef __WCHAR_TYPE__ wide_char;
typedef unsigned wide_int;

wide_size wcslen(const wide_char *s) {
  wide_size n = 0;
  while (s[n] != 0) {
    n++;
  }
  return n;
}

wide_size wcsnlen(const wide_char *s, wide_size most) {
  wide_size n = 0;
  while (n < most && s[n] != 0) {
    n++;
  }
  return n;
}

// Of the number only the sign is fixed; see `string.c`.
int of_sign(int difference) __asm__("bitreach.of_sign");

static int order(wide_char a, wide_char b) { return of_sign(a == b ? 0 : a < b ? -1 : 1); }

int wcscmp(const wide_char *a, const wide_char *b) {
  wide_size i = 0;
  while (a[i] != 0 && a[i] == b[i]) {
    i++;
  }
  return order(a[i], b[i]);
}

int wcsncmp(const wide_char *a, const wide_char *b, wide_size n) {
  for (wide_size i = 0; i < n; i++) {
    if (a[i] != b[i] || a[i] == 0) {
      return order(a[i], b[i]);
    }
  }
  return 0;
}

// All of both is there, wherever they differ.
int wmemcmp(const wide_char *a, const wide_char *b, wide_size n) {
  all_there(a, n, sizeof(wide_char));
  all_there(b, n, sizeof(wide_char));
  for (wide_size i = 0; i < n; i++) {
    if (a[i] != b[i]) {
      return order(a[i], b[i]);
    }
  }
  return 0;
}

wide_char *wmemchr(const wide_char *s, wide_char c, wide_size n) {
  for (wide_size i = 0; i < n; i++) {
    if (s[i] == c) {
      return (wide_char *)s + i;
    }
  }
  return 0;
}

wide_char *wcschr(const wide_char *s, wide_char c) {
  for (;; s++) {
    if (*s == c) {
      return (wide_char *)s;
    }
    if (*s == 0) {
      return 0;
    }
  }
}

wide_char *wcsrchr(const wide_char *s, wide_char c) {
  const wide_char *last = 0;
  for (;; s++) {
    if (*s == c) {
      last = s;
    }
    if (*s == 0) {
      return (wide_char *)last;
    }
  }
}

// As in <string.h>, what is read and what is written must not overlap.
static void wide_step(const wide_char *to, wide_size written, const wide_char *from, wide_size read) {
  __bitreach_apart(to, written * sizeof(wide_char), from, read * sizeof(wide_char), 0);
}

wide_char *wcscpy(wide_char *to, const wide_char *from) {
  wide_size i = 0;
  while (wide_step(to, i + 1, from, i + 1), from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}

wide_char *wcsncpy(wide_char *to, const wide_char *from, wide_size n) {
  wide_size i = 0;
  while (i < n && (wide_step(to, n, from, i + 1), from[i] != 0)) {
    to[i] = from[i];
    i++;
  }
  while (i < n) {
    to[i] = 0;
    i++;
  }
  return to;
}

wide_char *wcscat(wide_char *to, const wide_char *from) {
  wide_size n = 0, i = 0;
  while (to[n] != 0) {
    n++;
  }
  while (wide_step(to, n + i + 1, from, i + 1), from[i] != 0) {
    to[n + i] = from[i];
    i++;
  }
  to[n + i] = 0;
  return to;
}

wide_char *wcsncat(wide_char *to, const wide_char *from, wide_size most) {
  wide_size n = 0, i = 0;
  while (to[n] != 0) {
    n++;
  }
  while (i < most && (wide_step(to, n + i + 1, from, i + 1), from[i] != 0)) {
    to[n + i] = from[i];
    i++;
  }
  wide_step(to, n + i + 1, from, i);
  to[n + i] = 0;
  return to;
}

wide_char *wmemcpy(wide_char *to, const wide_char *from, wide_size n) {
  if (n > 0) {
    wide_step(to, n, from, n);
  }
  for (wide_size i = 0; i < n; i++) {
    to[i] = from[i];
  }
  return to;
}

wide_char *wmemmove(wide_char *to, const wide_char *from, wide_size n) {
  all_there(from, n, sizeof(wide_char));
  return __builtin_memmove(to, from, n * sizeof(wide_char));
}

wide_char *wmemset(wide_char *to, wide_char c, wide_size n) {
  for (wide_size i = 0; i < n; i++) {
    to[i] = c;
  }
  return to;
}

static _Bool is_one_of_wide(wide_char c, const wide_char *letters) {
  while (*letters != 0) {
    if (*letters++ == c) {
      return 1;
    }
  }
  return 0;
}

wide_size wcsspn(const wide_char *s, const wide_char *accepted) {
  wide_size n = 0;
  while (s[n] != 0 && is_one_of_wide(s[n], accepted)) {
    n++;
  }
  return n;
}

wide_size wcscspn(const wide_char *s, const wide_char *refused) {
  wide_size n = 0;
  while (s[n] != 0 && !is_one_of_wide(s[n], refused)) {
    n++;
  }
  return n;
}

wide_char *wcspbrk(const wide_char *s, const wide_char *wanted) {
  for (; *s != 0; s++) {
    if (is_one_of_wide(*s, wanted)) {
      return (wide_char *)s;
    }
  }
  return 0;
}

wide_char *wcsstr(const wide_char *s, const wide_char *wanted) {
  for (;; s++) {
    wide_size n = 0;
    while (wanted[n] != 0 && s[n] == wanted[n]) {
      n++;
    }
    if (wanted[n] == 0) {
      return (wide_char *)s;
    }
    if (*s == 0) {
      return 0;
    }
  }
}

// Any number is allowed that `wint_t` has: what is no character of ASCII is in no class, and neither is the end.
#define BETWEEN(c, first, last) ((c) >= (first) && (c) <= (last))
#define WIDE_CLASS(name, holds)                                                                                        \
  int name(wide_int c) { return truth(holds); }
WIDE_CLASS(iswupper, BETWEEN(c, 'A', 'Z'))
WIDE_CLASS(iswlower, BETWEEN(c, 'a', 'z'))
WIDE_CLASS(iswalpha, BETWEEN(c | 32, 'a', 'z'))
WIDE_CLASS(iswdigit, BETWEEN(c, '0', '9'))
WIDE_CLASS(iswalnum, BETWEEN(c, '0', '9') || BETWEEN(c | 32, 'a', 'z'))
WIDE_CLASS(iswxdigit, BETWEEN(c, '0', '9') || BETWEEN(c | 32, 'a', 'f'))
WIDE_CLASS(iswspace, c == ' ' || BETWEEN(c, '\t', '\r'))
WIDE_CLASS(iswblank, c == ' ' || c == '\t')
WIDE_CLASS(iswcntrl, c < ' ' || c == 127)
WIDE_CLASS(iswprint, BETWEEN(c, ' ', '~'))
WIDE_CLASS(iswgraph, BETWEEN(c, '!', '~'))
WIDE_CLASS(iswpunct, BETWEEN(c, '!', '~') && !BETWEEN(c, '0', '9') && !BETWEEN(c | 32, 'a', 'z'))
wide_int towlower(wide_int c) { return BETWEEN(c, 'A', 'Z') ? c - 'A' + 'a' : c; }
wide_int towupper(wide_int c) { return BETWEEN(c, 'a', 'z') ? c - 'a' + 'A' : c; }

// The other functions of strings, as in <string.h>.
wide_char *wcswcs(const wide_char *s, const wide_char *wanted) { return wcsstr(s, wanted); }

wide_char *wcschrnul(const wide_char *s, wide_char c) {
  while (*s != 0 && *s != c) {
    s++;
  }
  return (wide_char *)s;
}

wide_char *wcpcpy(wide_char *to, const wide_char *from) {
  wide_size i = 0;
  while (wide_step(to, i + 1, from, i + 1), from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to + i;
}

wide_char *wcpncpy(wide_char *to, const wide_char *from, wide_size n) {
  wide_size i = 0;
  while (i < n && (wide_step(to, n, from, i + 1), from[i] != 0)) {
    to[i] = from[i];
    i++;
  }
  for (wide_size end = i; end < n; end++) {
    to[end] = 0;
  }
  return to + i;
}

wide_char *wmempcpy(wide_char *to, const wide_char *from, wide_size n) { return wmemcpy(to, from, n) + n; }

// Behind the last token GNU's library keeps no place, and finds no further one.
wide_char *wcstok(wide_char *s, const wide_char *separators, wide_char **rest) {
  if (s == 0) {
    s = *rest;
  }
  if (s == 0) {
    return 0;
  }
  while (*s != 0 && is_one_of_wide(*s, separators)) {
    s++;
  }
  if (*s == 0) {
    *rest = 0;
    return 0;
  }
  wide_char *token = s;
  while (*s != 0 && !is_one_of_wide(*s, separators)) {
    s++;
  }
  *rest = *s != 0 ? s + 1 : 0;
  *s = 0;
  return token;
}

// Which of two is larger, their difference says, as in GNU's library.
static int order_of_letters(wide_char a, wide_char b) { return of_sign((int)(towlower((wide_int)a) - towlower((wide_int)b))); }

int wcscasecmp(const wide_char *a, const wide_char *b) {
  wide_size i = 0;
  while (a[i] != 0 && towlower(a[i]) == towlower(b[i])) {
    i++;
  }
  return order_of_letters(a[i], b[i]);
}

int wcsncasecmp(const wide_char *a, const wide_char *b, wide_size n) {
  for (wide_size i = 0; i < n; i++) {
    if (towlower(a[i]) != towlower(b[i]) || a[i] == 0) {
      return order_of_letters(a[i], b[i]);
    }
  }
  return 0;
}

int wcscoll(const wide_char *a, const wide_char *b) {
  may_set_errno();
  return wcscmp(a, b);
}

// What is compared as it stands is copied. Of what does not fit, nothing is known.
wide_size wcsxfrm(wide_char *to, const wide_char *from, wide_size n) {
  may_set_errno();
  wide_size length = wcslen(from);
  if (n > 0) {
    wide_step(to, n <= length ? n : length + 1, from, length + 1);
  }
  for (wide_size i = 0; i < n && i <= length; i++) {
    to[i] = length < n ? from[i] : nondet_int();
  }
  return length;
}

// How many columns a character takes: those that are not in ASCII may have none, one or two.
int wcwidth(wide_char c) {
  may_set_errno();
  if (c >= 0 && c < 128) {
    return c == 0 ? 0 : c >= ' ' && c <= '~' ? 1 : -1;
  }
  int columns = nondet_int();
  assume(columns >= -1 && columns <= 2);
  return columns;
}

int wcswidth(const wide_char *s, wide_size n) {
  int columns = 0;
  for (wide_size i = 0; i < n && s[i] != 0; i++) {
    int more = wcwidth(s[i]);
    if (more < 0) {
      return -1;
    }
    columns = (int)((unsigned)columns + (unsigned)more);
  }
  return columns;
}

// Classes by name. Each has a number that it keeps, which is any but zero and that of another one.
static const char *const names_of_classes[12] = {"upper", "lower", "alpha", "digit", "alnum", "xdigit",
                                                 "space", "blank", "cntrl", "print", "graph", "punct"};
static unsigned long numbers_of_classes[12];

static _Bool are_same_names(const char *own, const char *name) {
  for (; *own == *name; own++, name++) {
    if (*own == 0) {
      return 1;
    }
  }
  return 0;
}

static unsigned long number_of_class(int one) {
  if (numbers_of_classes[one] == 0) {
    unsigned long number = (unsigned long)nondet_long();
    assume(number != 0);
    for (int i = 0; i < 12; i++) {
      assume(numbers_of_classes[i] != number);
    }
    numbers_of_classes[one] = number;
  }
  return numbers_of_classes[one];
}

unsigned long wctype(const char *name) {
  may_set_errno();
  for (int i = 0; i < 12; i++) {
    if (are_same_names(names_of_classes[i], name)) {
      return number_of_class(i);
    }
  }
  return 0;
}

int iswctype(wide_int c, unsigned long class) {
  int which = 0;
  while (which < 12 && (class == 0 || numbers_of_classes[which] != class)) {
    which++;
  }
  switch (which) {
  case 0: return iswupper(c);
  case 1: return iswlower(c);
  case 2: return iswalpha(c);
  case 3: return iswdigit(c);
  case 4: return iswalnum(c);
  case 5: return iswxdigit(c);
  case 6: return iswspace(c);
  case 7: return iswblank(c);
  case 8: return iswcntrl(c);
  case 9: return iswprint(c);
  case 10: return iswgraph(c);
  case 11: return iswpunct(c);
  }
  if (class != 0) {
    __bitreach_left_open("a class of characters that `wctype` did not give");
  }
  return 0;
}

// What a change of case is called by, is a pointer, of which programs see no more.
static const int changes[2];

const int *wctrans(const char *name) {
  may_set_errno();
  return are_same_names("tolower", name) ? &changes[0] : are_same_names("toupper", name) ? &changes[1] : 0;
}

wide_int towctrans(wide_int c, const int *change) {
  if (change == 0) {
    return c;
  }
  if (change != &changes[0] && change != &changes[1]) {
    __bitreach_left_open("a change of characters that `wctrans` did not give");
  }
  return change == &changes[0] ? towlower(c) : towupper(c);
}
