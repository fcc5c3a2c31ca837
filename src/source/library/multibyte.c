// Characters of several bytes and wide ones, in the locale "C": each is one byte there, and those of ASCII are themselves. Other bytes are
// characters for POSIX, whichever, and none for GNU's library: each call may take them for either.
typedef __SIZE_TYPE__ count_of_many;
typedef __WCHAR_TYPE__ wide_letter;

#define NO_CHARACTER ((count_of_many)-1)

// What a conversion keeps between calls: nothing here. Only how large it is and that it begins with zero is known of it.
typedef struct {
  int waiting;
  unsigned rest;
} state_of_conversion;

static void begin_conversion(const state_of_conversion *state) {
  if (state != 0) {
    all_there(state, 1, sizeof(*state));
    if (state->waiting != 0) {
      __bitreach_left_open("a conversion of characters that is not in its first state");
    }
  }
}

static count_of_many no_character(void) {
  error = 84; // EILSEQ
  return NO_CHARACTER;
}

// The wide character of a byte; gives 0 for that of the end, else 1 or that there is none.
static count_of_many widened(char c, wide_letter *to) {
  wide_letter letter = c;
  if ((unsigned char)c >= 128) {
    if (nondet_bool()) {
      return no_character();
    }
    letter = nondet_int();
    assume(letter != 0);
  }
  if (to != 0) {
    *to = letter;
  }
  return letter != 0;
}

// The byte of a wide character, the other way round.
static count_of_many narrowed(wide_letter c, char *to) {
  char letter = (char)c;
  if (c < 0 || c >= 128) {
    if (nondet_bool()) {
      return no_character();
    }
    letter = nondet_char();
    assume(letter != 0);
  }
  if (to != 0) {
    *to = letter;
  }
  return letter != 0;
}

count_of_many __ctype_get_mb_cur_max(void) { return 1; }

int mbsinit(const state_of_conversion *state) {
  may_set_errno();
  return truth(state == 0 || state->waiting == 0);
}

// Without a string the state becomes the first one, which it is.
count_of_many mbrtowc(wide_letter *to, const char *s, count_of_many n, state_of_conversion *state) {
  begin_conversion(state);
  if (s == 0) {
    return 0;
  }
  return n == 0 ? (count_of_many)-2 : widened(*s, to);
}

count_of_many mbrlen(const char *s, count_of_many n, state_of_conversion *state) { return mbrtowc(0, s, n, state); }

int mbtowc(wide_letter *to, const char *s, count_of_many n) {
  may_set_errno();
  if (s == 0) {
    return 0;
  }
  if (n > 0) {
    return (int)widened(*s, to);
  }
  // GNU's library finds the end of a string also where it may not look.
  if (nondet_bool()) {
    return -1;
  }
  if (to != 0) {
    *to = 0;
  }
  return 0;
}

int mblen(const char *s, count_of_many n) { return mbtowc(0, s, n); }

count_of_many wcrtomb(char *to, wide_letter c, state_of_conversion *state) {
  begin_conversion(state);
  if (to == 0) {
    return 1;
  }
  return narrowed(c, to) == NO_CHARACTER ? NO_CHARACTER : 1;
}

int wctomb(char *to, wide_letter c) {
  may_set_errno();
  if (to == 0) {
    return 0;
  }
  return narrowed(c, to) == NO_CHARACTER ? -1 : 1;
}

unsigned btowc(int c) {
  may_set_errno();
  if (c >= 0 && c < 128) {
    return (unsigned)c;
  }
  return c == -1 || nondet_bool() ? -1u : (unsigned)nondet_int();
}

int wctob(unsigned c) {
  may_set_errno();
  if (c < 128) {
    return (int)c;
  }
  return c == -1u || nondet_bool() ? -1 : (unsigned char)nondet_char() | 128;
}

// Whole strings, of which so many bytes are read and so many characters are written at most. Without a place for these they are counted.
// Where the string goes on is told, which is nowhere behind its end.
static count_of_many all_widened(wide_letter *to, const char **from, count_of_many bytes, count_of_many n) {
  const char *s = *from;
  count_of_many i = 0;
  for (; i < bytes && (to == 0 || i < n); i++) {
    if (to != 0) {
      __bitreach_apart(to, (i + 1) * sizeof(wide_letter), s, i + 1, 0);
    }
    count_of_many length = widened(s[i], to != 0 ? to + i : 0);
    if (length != 1) {
      if (to != 0) {
        *from = length == 0 ? 0 : s + i;
      }
      return length == 0 ? i : length;
    }
  }
  if (to != 0) {
    *from = s + i;
  }
  return i;
}

static count_of_many all_narrowed(char *to, const wide_letter **from, count_of_many letters, count_of_many n) {
  const wide_letter *s = *from;
  count_of_many i = 0;
  for (; i < letters && (to == 0 || i < n); i++) {
    if (to != 0) {
      __bitreach_apart(to, i + 1, s, (i + 1) * sizeof(wide_letter), 0);
    }
    count_of_many length = narrowed(s[i], to != 0 ? to + i : 0);
    if (length != 1) {
      if (to != 0) {
        *from = length == 0 ? 0 : s + i;
      }
      return length == 0 ? i : length;
    }
  }
  if (to != 0) {
    *from = s + i;
  }
  return i;
}

count_of_many mbsnrtowcs(wide_letter *to, const char **from, count_of_many bytes, count_of_many n, state_of_conversion *state) {
  begin_conversion(state);
  return all_widened(to, from, bytes, n);
}

count_of_many mbsrtowcs(wide_letter *to, const char **from, count_of_many n, state_of_conversion *state) {
  begin_conversion(state);
  return all_widened(to, from, -1, n);
}

count_of_many mbstowcs(wide_letter *to, const char *from, count_of_many n) {
  may_set_errno();
  return all_widened(to, &from, -1, n);
}

count_of_many wcsnrtombs(char *to, const wide_letter **from, count_of_many letters, count_of_many n, state_of_conversion *state) {
  begin_conversion(state);
  return all_narrowed(to, from, letters, n);
}

count_of_many wcsrtombs(char *to, const wide_letter **from, count_of_many n, state_of_conversion *state) {
  begin_conversion(state);
  return all_narrowed(to, from, -1, n);
}

count_of_many wcstombs(char *to, const wide_letter *from, count_of_many n) {
  may_set_errno();
  return all_narrowed(to, &from, -1, n);
}
