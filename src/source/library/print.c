// What `sprintf` and `snprintf` write, piece by piece. Each piece is told how much room there is in all, and how many characters stand
// before it; it says how many there are then. What does not fit, with the zero at the end, is counted and not written.
typedef __SIZE_TYPE__ room_size;

int put_text(char *to, room_size room, int at, const char *text, int count) __asm__("bitreach.put_text");
int put_letter(char *to, room_size room, int at, char letter) __asm__("bitreach.put_letter");
int put_string(char *to, room_size room, int at, const char *text, int width, _Bool left) __asm__("bitreach.put_string");
int put_char(char *to, room_size room, int at, int letter, int width, _Bool left) __asm__("bitreach.put_char");
int put_int(char *to, room_size room, int at, unsigned number, _Bool negative, unsigned base, char ten, int width, int fill)
    __asm__("bitreach.put_int");
int put_long(char *to, room_size room, int at, unsigned long long number, _Bool negative, unsigned base, char ten, int width, int fill)
    __asm__("bitreach.put_long");
void put_end(char *to, room_size room, int at) __asm__("bitreach.put_end");
void put_behind(char *to, room_size room, int at, const char *text) __asm__("bitreach.put_behind");

// Behind so many characters so much has been written, with the zero. What is read must not overlap with that.
static void held_apart(const char *to, room_size room, int at, const char *text, room_size read) {
  __bitreach_apart(to, (room_size)at + 1 < room ? (room_size)at + 1 : room, text, read, 0);
}

static int put_times(char *to, room_size room, int at, char letter, int count) {
  for (int i = 0; i < count; i++) {
    at = put(to, room, at, letter);
  }
  return at;
}

int put_letter(char *to, room_size room, int at, char letter) { return put(to, room, at, letter); }

int put_text(char *to, room_size room, int at, const char *text, int count) {
  held_apart(to, room, at + count, text, count);
  for (int i = 0; i < count; i++) {
    at = put(to, room, at, text[i]);
  }
  return at;
}

int put_string(char *to, room_size room, int at, const char *text, int width, _Bool left) {
  int count = 0;
  while (text[count] != 0) {
    count++;
  }
  held_apart(to, room, at + (count < width ? width : count), text, (room_size)count + 1);
  if (!left) {
    at = put_times(to, room, at, ' ', width - count);
  }
  at = put_text(to, room, at, text, count);
  return left ? put_times(to, room, at, ' ', width - count) : at;
}

int put_char(char *to, room_size room, int at, int letter, int width, _Bool left) {
  if (!left) {
    at = put_times(to, room, at, ' ', width - 1);
  }
  at = put(to, room, at, (char)letter);
  return left ? put_times(to, room, at, ' ', width - 1) : at;
}

// `fill` is 0 for blanks in front, 1 for zeros, 2 for blanks behind. `ten` is the digit for ten.
#define NUMBER(name, type)                                                                                             \
  int name(char *to, room_size room, int at, type number, _Bool negative, unsigned base, char ten, int width,          \
           int fill) {                                                                                                 \
    char digits[3 * sizeof number];                                                                                    \
    int count = 0;                                                                                                     \
    do {                                                                                                               \
      unsigned digit = (unsigned)(number % base);                                                                      \
      digits[count++] = (char)(digit < 10 ? '0' + digit : ten + digit - 10);                                           \
      number /= base;                                                                                                  \
    } while (number != 0);                                                                                             \
    int rest = width - count - negative;                                                                               \
    if (fill == 0) {                                                                                                   \
      at = put_times(to, room, at, ' ', rest);                                                                         \
    }                                                                                                                  \
    if (negative) {                                                                                                    \
      at = put(to, room, at, '-');                                                                                     \
    }                                                                                                                  \
    if (fill == 1) {                                                                                                   \
      at = put_times(to, room, at, '0', rest);                                                                         \
    }                                                                                                                  \
    while (count > 0) {                                                                                                \
      at = put(to, room, at, digits[--count]);                                                                         \
    }                                                                                                                  \
    return fill == 2 ? put_times(to, room, at, ' ', rest) : at;                                                        \
  }
NUMBER(put_int, unsigned)
NUMBER(put_long, unsigned long long)

// A string that was written into one of the pieces, when all of them are there.
void put_behind(char *to, room_size room, int at, const char *text) { held_apart(to, room, at, text, 1); }

void put_end(char *to, room_size room, int at) {
  if (room > 0) {
    to[(room_size)at < room ? (room_size)at : room - 1] = 0;
  }
}

// Formats that are not known before the program runs, and lists of arguments. What is written to files is thrown away; what is read for
// it is read.
typedef struct {
  _Bool left, zeros, other_flags, has_precision;
  int width, precision, longs;
  char letter;
} conversion;

// What stands behind a `%`, to behind its letter.
static const char *parse(const char *format, conversion *as, __builtin_va_list *arguments) {
  *as = (conversion){0};
  for (;; format++) {
    if (*format == '-') {
      as->left = 1;
    } else if (*format == '0') {
      as->zeros = 1;
    } else if (*format == '+' || *format == ' ' || *format == '#' || *format == '\'') {
      as->other_flags = 1;
    } else {
      break;
    }
  }
  if (*format == '*') {
    format++;
    as->width = __builtin_va_arg(*arguments, int);
    if (as->width < 0) {
      __bitreach_left_open("a width below zero in a format");
    }
  } else {
    for (; *format >= '0' && *format <= '9' && as->width < 10000; format++) {
      as->width = 10 * as->width + (*format - '0');
    }
  }
  if (*format == '.') {
    format++;
    as->has_precision = 1;
    if (*format == '*') {
      format++;
      as->precision = __builtin_va_arg(*arguments, int);
      as->has_precision = as->precision >= 0;
    } else {
      for (; *format >= '0' && *format <= '9' && as->precision < 10000; format++) {
        as->precision = 10 * as->precision + (*format - '0');
      }
    }
  }
  for (;; format++) {
    if (*format == 'l') {
      as->longs++;
    } else if (*format == 'q' || *format == 'j') {
      as->longs = 2;
    } else if (*format == 'z' || *format == 't') {
      as->longs = 1;
    } else if (*format == 'h') {
      as->longs--;
    } else {
      break;
    }
  }
  as->letter = *format;
  return *format == 0 ? format : format + 1;
}

static void no_such_conversion(void) { __bitreach_left_open("`%n`, or another conversion that is not known, in a format"); }

static _Bool is_integer(char letter) {
  return letter == 'd' || letter == 'i' || letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o';
}

static unsigned long long next_integer(const conversion *as, __builtin_va_list *arguments, _Bool *is_negative) {
  _Bool has_sign = as->letter == 'd' || as->letter == 'i';
  long long value;
  if (as->longs >= 2) {
    value = __builtin_va_arg(*arguments, long long);
  } else if (as->longs == 1) {
    long number = __builtin_va_arg(*arguments, long);
    value = has_sign ? (long long)number : (long long)(unsigned long)number;
  } else {
    int number = __builtin_va_arg(*arguments, int);
    if (as->longs == -1) {
      number = has_sign ? (int)(short)number : (int)(unsigned short)number;
    } else if (as->longs == -2) {
      number = has_sign ? (int)(signed char)number : (int)(unsigned char)number;
    }
    value = has_sign ? (long long)number : (long long)(unsigned)number;
  }
  *is_negative = has_sign && value < 0;
  return *is_negative ? 0 - (unsigned long long)value : (unsigned long long)value;
}

// How many characters of a string are written.
static int length_of(const char *text, const conversion *as) {
  int count = 0;
  while ((!as->has_precision || count < as->precision) && text[count] != 0) {
    count++;
  }
  return count;
}

// What a call reads that writes to a file.
static void read_as(const char *format, __builtin_va_list *arguments) {
  while (*format != 0) {
    if (*format++ != '%') {
      continue;
    }
    conversion as;
    _Bool is_negative;
    format = parse(format, &as, arguments);
    if (is_integer(as.letter)) {
      next_integer(&as, arguments, &is_negative);
    } else if (as.letter == 'c' && as.longs == 0) {
      __builtin_va_arg(*arguments, int);
    } else if (as.letter == 's' && as.longs == 0) {
      length_of(__builtin_va_arg(*arguments, const char *), &as);
    } else if (as.letter == 'p' && as.longs == 0) {
      __builtin_va_arg(*arguments, void *);
    } else if ((as.letter >= 'e' && as.letter <= 'g' || as.letter >= 'E' && as.letter <= 'G' || as.letter == 'a' ||
                as.letter == 'A') && (as.longs == 0 || as.longs == 1)) {
      __builtin_va_arg(*arguments, double);
    } else if (as.letter != '%') {
      no_such_conversion();
    }
  }
}

// What a call writes into memory; gives how many characters there are.
static int write_as(char *to, room_size room, const char *format, __builtin_va_list *arguments) {
  int at = 0;
  while (*format != 0) {
    if (*format != '%') {
      at = put(to, room, at, *format++);
      continue;
    }
    conversion as;
    _Bool is_negative;
    format = parse(format + 1, &as, arguments);
    if (as.letter == '%') {
      at = put(to, room, at, '%');
    } else if (as.other_flags || as.longs == -1 && as.letter == 'c') {
      no_such_conversion();
    } else if (is_integer(as.letter) && !as.has_precision) {
      unsigned long long number = next_integer(&as, arguments, &is_negative);
      unsigned base = as.letter == 'o' ? 8 : as.letter == 'x' || as.letter == 'X' ? 16 : 10;
      at = put_long(to, room, at, number, is_negative, base, as.letter == 'X' ? 'A' : 'a', as.width,
                    as.left ? 2 : as.zeros);
    } else if (as.letter == 'c' && as.longs == 0 && !as.zeros) {
      at = put_char(to, room, at, __builtin_va_arg(*arguments, int), as.width, as.left);
    } else if (as.letter == 's' && as.longs == 0 && !as.zeros) {
      const char *text = __builtin_va_arg(*arguments, const char *);
      int count = length_of(text, &as);
      if (!as.left) {
        at = put_times(to, room, at, ' ', as.width - count);
      }
      at = put_text(to, room, at, text, count);
      if (as.left) {
        at = put_times(to, room, at, ' ', as.width - count);
      }
    } else {
      no_such_conversion();
    }
  }
  put_end(to, room, at);
  return at;
}

int printed(void) __asm__("bitreach.as_any");
int as_printf(const char *format, ...) __asm__("bitreach.as_printf");
int as_fprintf(void *file, const char *format, ...) __asm__("bitreach.as_fprintf");
int as_vprintf(const char *format, __builtin_va_list list) __asm__("bitreach.as_vprintf");
int as_vfprintf(void *file, const char *format, __builtin_va_list list) __asm__("bitreach.as_vfprintf");
int as_sprintf(char *to, const char *format, ...) __asm__("bitreach.as_sprintf");
int as_snprintf(char *to, room_size room, const char *format, ...) __asm__("bitreach.as_snprintf");
// A string that has room for what is written.
void *malloc(room_size n);

char *put_new(char **to, int count) __asm__("bitreach.put_new");

char *put_new(char **to, int count) {
  char *text = malloc((room_size)count + 1);
  if (text == 0) {
    must_set_errno();
    // What stands there then is indeterminate.
    char *any;
    *to = any;
  } else {
    *to = text;
  }
  return text;
}

static int print_new(char **to, const char *format, __builtin_va_list *first, __builtin_va_list *again) {
  int count = write_as(0, 0, format, first);
  char *text = put_new(to, count);
  if (text != 0) {
    write_as(text, (room_size)count + 1, format, again);
  }
  return text != 0 ? count : -1;
}

int asprintf(char **to, const char *format, ...) {
  __builtin_va_list first, again;
  __builtin_va_start(first, format);
  __builtin_va_copy(again, first);
  int count = print_new(to, format, &first, &again);
  __builtin_va_end(again);
  __builtin_va_end(first);
  return count;
}

int vasprintf(char **to, const char *format, __builtin_va_list list) {
  __builtin_va_list first, again;
  __builtin_va_copy(first, list);
  __builtin_va_copy(again, list);
  int count = print_new(to, format, &first, &again);
  __builtin_va_end(again);
  __builtin_va_end(first);
  return count;
}

int as_vsprintf(char *to, const char *format, __builtin_va_list list) __asm__("bitreach.as_vsprintf");
int as_vsnprintf(char *to, room_size room, const char *format, __builtin_va_list list) __asm__("bitreach.as_vsnprintf");

int printed(void) { return nondet_int(); }

#define OUTPUT                                                                                                         \
  read_as(format, &own);                                                                                               \
  __builtin_va_end(own);                                                                                               \
  return nondet_int();

#define INTO(room)                                                                                                     \
  int count = write_as(to, room, format, &own);                                                                        \
  __builtin_va_end(own);                                                                                               \
  return count;

int as_printf(const char *format, ...) {
  __builtin_va_list own;
  __builtin_va_start(own, format);
  OUTPUT
}

int as_fprintf(void *file, const char *format, ...) {
  __builtin_va_list own;
  __builtin_va_start(own, format);
  OUTPUT
}

int as_vprintf(const char *format, __builtin_va_list list) {
  __builtin_va_list own;
  __builtin_va_copy(own, list);
  OUTPUT
}

int as_vfprintf(void *file, const char *format, __builtin_va_list list) {
  __builtin_va_list own;
  __builtin_va_copy(own, list);
  OUTPUT
}

int as_sprintf(char *to, const char *format, ...) {
  __builtin_va_list own;
  __builtin_va_start(own, format);
  INTO((room_size)-1)
}

int as_snprintf(char *to, room_size room, const char *format, ...) {
  __builtin_va_list own;
  __builtin_va_start(own, format);
  INTO(room)
}

int as_vsprintf(char *to, const char *format, __builtin_va_list list) {
  __builtin_va_list own;
  __builtin_va_copy(own, list);
  INTO((room_size)-1)
}

int as_vsnprintf(char *to, room_size room, const char *format, __builtin_va_list list) {
  __builtin_va_list own;
  __builtin_va_copy(own, list);
  INTO(room)
}
