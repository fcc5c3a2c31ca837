// `sscanf`: reads a string as a format says. A number that does not fit where it goes is undefined (7.21.6.2 in C17).
typedef unsigned long long scanned;

static _Bool is_blank(char c) { return c == ' ' || c >= '\t' && c <= '\r'; }

static unsigned value_of(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 36;
}

static void put_number(void *to, int longs, scanned number) {
  if (longs == -2) {
    *(unsigned char *)to = (unsigned char)number;
  } else if (longs == -1) {
    *(unsigned short *)to = (unsigned short)number;
  } else if (longs == 0) {
    *(unsigned *)to = (unsigned)number;
  } else if (longs == 1) {
    *(unsigned long *)to = (unsigned long)number;
  } else {
    *(unsigned long long *)to = number;
  }
}

// The largest number without a sign that goes there.
static scanned largest(int longs) {
  if (longs == -2) {
    return (unsigned char)-1;
  }
  if (longs == -1) {
    return (unsigned short)-1;
  }
  return longs == 0 ? (unsigned)-1 : longs == 1 ? (unsigned long)-1 : (unsigned long long)-1;
}

static int scan(const char *s, const char *format, __builtin_va_list *arguments) {
  int done = 0;
  for (; *format != 0; format++) {
    if (is_blank(*format)) {
      while (is_blank(*s)) {
        s++;
      }
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') {
        format++;
        while (is_blank(*s)) {
          s++;
        }
      }
      if (*s == 0) {
        return done == 0 ? -1 : done;
      }
      if (*s != *format) {
        return done;
      }
      s++;
      continue;
    }
    format++;
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
    void *to = is_kept && (*format == 'd' || *format == 'u' || *format == 'x' || *format == 'c' || *format == 's')
                   ? __builtin_va_arg(*arguments, void *)
                   : 0;
    if (*format != 'c') {
      while (is_blank(*s)) {
        s++;
      }
    }
    if (*s == 0) {
      return done == 0 ? -1 : done;
    }
    if (*format == 'c' && longs == 0) {
      for (int i = 0; i < (width == 0 ? 1 : width); i++) {
        if (*s == 0) {
          break;
        }
        if (is_kept) {
          ((char *)to)[i] = *s;
        }
        s++;
      }
    } else if (*format == 's' && longs == 0) {
      int i = 0;
      for (; *s != 0 && !is_blank(*s) && (width == 0 || i < width); i++, s++) {
        if (is_kept) {
          ((char *)to)[i] = *s;
        }
      }
      if (is_kept) {
        ((char *)to)[i] = 0;
      }
    } else if ((*format == 'd' || *format == 'u' || *format == 'x') && longs >= -2 && longs <= 2) {
      int left = width == 0 ? 2147483647 : width;
      _Bool is_negative = *s == '-';
      if (*s == '-' || *s == '+') {
        s++;
        left--;
      }
      unsigned base = *format == 'x' ? 16 : 10;
      if (base == 16 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        if (left < 3 || value_of(s[2]) >= 16) {
          __bitreach_left_open("a number in base 16 without digits");
        }
        s += 2;
        left -= 2;
      }
      scanned number = 0, most = largest(longs);
      int digits = 0;
      for (; left > 0 && value_of(*s) < base; left--, s++, digits++) {
        if (number > (most - value_of(*s)) / base) {
          __bitreach_left_open("undefined behaviour: a number in a string that does not fit");
        }
        number = number * base + value_of(*s);
      }
      if (digits == 0) {
        return done;
      }
      if (*format == 'd' && number > most / 2 + is_negative) {
        __bitreach_left_open("undefined behaviour: a number in a string that does not fit");
      }
      if (is_kept) {
        put_number(to, longs, is_negative ? 0 - number : number);
      }
    } else {
      __bitreach_left_open("a conversion of `sscanf` other than d, u, x, c and s");
    }
    done += is_kept;
  }
  return done;
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
