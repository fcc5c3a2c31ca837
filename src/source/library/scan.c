// `sscanf`: reads a string as a format says. A number that does not fit where it goes is undefined (7.21.6.2 in C17). Of a format that
// is known each piece is a call of its own.
typedef unsigned long long scanned;

void from_start(scan_state *state, const char *s) __asm__("bitreach.from_start");
void from_blank(scan_state *state) __asm__("bitreach.from_blank");
void from_text(scan_state *state, const char *text, int count) __asm__("bitreach.from_text");
void from_number(scan_state *state, void *to, int bytes, unsigned base, _Bool has_sign, int width)
    __asm__("bitreach.from_number");
void from_string(scan_state *state, char *to, int width) __asm__("bitreach.from_string");
void from_char(scan_state *state, char *to, int width) __asm__("bitreach.from_char");
void from_set(scan_state *state, char *to, int width, set_half low, set_half high, _Bool others)
    __asm__("bitreach.from_set");
void from_count(scan_state *state, int *to, const char *start) __asm__("bitreach.from_count");
_Bool has_ended(scan_state *state) __asm__("bitreach.from_ended");
int from_end(scan_state *state) __asm__("bitreach.from_end");

static _Bool is_blank(char c) { return c == ' ' || c >= '\t' && c <= '\r'; }

static unsigned value_of(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 36;
}

static void put_number(void *to, int bytes, scanned number) {
  if (bytes == 1) {
    *(unsigned char *)to = (unsigned char)number;
  } else if (bytes == 2) {
    *(unsigned short *)to = (unsigned short)number;
  } else if (bytes == 4) {
    *(unsigned *)to = (unsigned)number;
  } else {
    *(unsigned long long *)to = number;
  }
}

void from_start(scan_state *state, const char *s) {
  state->at = s;
  state->done = 0;
  state->is_over = 0;
}

void from_blank(scan_state *state) {
  while (!state->is_over && is_blank(*state->at)) {
    state->at++;
  }
}

// Nothing is left.
_Bool has_ended(scan_state *state) {
  if (!state->is_over && *state->at == 0) {
    state->is_over = 1;
    if (state->done == 0) {
      state->done = -1;
    }
  }
  return state->is_over;
}

void from_text(scan_state *state, const char *text, int count) {
  for (int i = 0; i < count && !has_ended(state); i++) {
    if (*state->at == text[i]) {
      state->at++;
    } else {
      state->is_over = 1;
    }
  }
}

void from_char(scan_state *state, char *to, int width) {
  if (has_ended(state)) {
    return;
  }
  for (int i = 0; i < (width == 0 ? 1 : width) && *state->at != 0; i++) {
    if (to != 0) {
      to[i] = *state->at;
    }
    state->at++;
  }
  state->done += to != 0;
}

void from_string(scan_state *state, char *to, int width) {
  from_blank(state);
  if (has_ended(state)) {
    return;
  }
  int count = 0;
  const char *from = state->at;
  while (*state->at != 0 && !is_blank(*state->at) && (width == 0 || count < width)) {
    if (to != 0) {
      __bitreach_apart(to, (__SIZE_TYPE__)count + 2, from, (__SIZE_TYPE__)count + 1, 0);
      to[count] = *state->at;
    }
    count++;
    state->at++;
  }
  if (to != 0) {
    to[count] = 0;
    state->done++;
  }
}

void from_set(scan_state *state, char *to, int width, set_half low, set_half high, _Bool others) {
  if (has_ended(state)) {
    return;
  }
  int count = 0;
  const char *from = state->at;
  while (*state->at != 0 && is_member(*state->at, low, high, others) && (width == 0 || count < width)) {
    if (to != 0) {
      __bitreach_apart(to, (__SIZE_TYPE__)count + 2, from, (__SIZE_TYPE__)count + 1, 0);
      to[count] = *state->at;
    }
    count++;
    state->at++;
  }
  if (count == 0) {
    state->is_over = 1;
  } else if (to != 0) {
    to[count] = 0;
    state->done++;
  }
}

// How many characters have been read; that is no value that is counted.
void from_count(scan_state *state, int *to, const char *start) {
  if (!state->is_over) {
    *to = (int)(state->at - start);
  }
}

// A base of 0 is said by the number itself.
void from_number(scan_state *state, void *to, int bytes, unsigned base, _Bool has_sign, int width) {
  from_blank(state);
  if (has_ended(state)) {
    return;
  }
  const char *at = state->at;
  int left = width == 0 ? 2147483647 : width;
  _Bool is_negative = *at == '-';
  if (*at == '-' || *at == '+') {
    at++;
    left--;
  }
  if ((base == 16 || base == 0) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
    if (left < 3 || value_of(at[2]) >= 16) {
      __bitreach_left_open("a number in base 16 without digits");
    }
    at += 2;
    left -= 2;
    base = 16;
  }
  if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  scanned number = 0, most = bytes == 8 ? (scanned)-1 : ((scanned)1 << 8 * bytes) - 1;
  int digits = 0;
  for (; left > 0 && value_of(*at) < base; left--, at++, digits++) {
    if (number > (most - value_of(*at)) / base) {
      __bitreach_left_open("undefined behaviour: a number in a string that does not fit");
    }
    number = number * base + value_of(*at);
  }
  if (has_sign && number > most / 2 + is_negative) {
    __bitreach_left_open("undefined behaviour: a number in a string that does not fit");
  }
  state->at = at;
  if (digits == 0) {
    state->is_over = 1;
  } else if (to != 0) {
    put_number(to, bytes, is_negative ? 0 - number : number);
    state->done++;
  }
}

int from_end(scan_state *state) { return state->done; }

static int scan(const char *s, const char *format, __builtin_va_list *arguments) {
  scan_state state;
  from_start(&state, s);
  for (; *format != 0 && !state.is_over; format++) {
    if (is_blank(*format)) {
      from_blank(&state);
      continue;
    }
    if (*format != '%') {
      from_text(&state, format, 1);
      continue;
    }
    format++;
    if (*format == '%') {
      from_blank(&state);
      from_text(&state, format, 1);
      continue;
    }
    _Bool is_kept = *format != '*';
    int width = 0, longs = 0;
    if (!is_kept) {
      format++;
    }
    for (; *format >= '0' && *format <= '9' && width < 10000; format++) {
      width = 10 * width + (*format - '0');
    }
    for (; *format == 'l' || *format == 'h' || *format == 'z'; format++) {
      longs += *format == 'h' ? -1 : 1;
    }
    char letter = *format == 'X' ? 'x' : *format;
    _Bool is_signed = letter == 'd' || letter == 'i', is_number = is_signed || letter == 'u' || letter == 'x' || letter == 'o';
    _Bool is_letter = letter == 'c' || letter == 's';
    if (is_number && (longs < -2 || longs > 2) || is_letter && longs != 0 || !is_number && !is_letter) {
      __bitreach_left_open("a conversion of `sscanf` other than d, i, u, x, o, c and s, in a format that is computed");
    }
    void *to = is_kept ? __builtin_va_arg(*arguments, void *) : 0;
    if (letter == 'c') {
      from_char(&state, to, width);
    } else if (letter == 's') {
      from_string(&state, to, width);
    } else {
      int bytes = longs == -2 ? 1 : longs == -1 ? 2 : longs == 0 ? 4 : longs == 1 ? sizeof(long) : 8;
      unsigned base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'i' ? 0 : 10;
      from_number(&state, to, bytes, base, is_signed, width);
    }
  }
  return from_end(&state);
}

#define SCANF(name)                                                                                                    \
  int name(const char *s, const char *format, ...) {                                                                   \
    __builtin_va_list arguments;                                                                                       \
    __builtin_va_start(arguments, format);                                                                             \
    int done = scan(s, format, &arguments);                                                                            \
    __builtin_va_end(arguments);                                                                                       \
    return done;                                                                                                       \
  }
SCANF(sscanf)
SCANF(__isoc99_sscanf)
SCANF(__isoc23_sscanf)
