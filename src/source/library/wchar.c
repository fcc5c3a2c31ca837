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
