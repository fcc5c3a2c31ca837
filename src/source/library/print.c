// What `sprintf` and `snprintf` write, piece by piece. Each piece is told how much room there is in all, and how many characters stand
// before it; it says how many there are then. What does not fit, with the zero at the end, is counted and not written.
typedef __SIZE_TYPE__ room_size;

int put_text(char *to, room_size room, int at, const char *text, int count) __asm__("bitreach.put_text");
int put_letter(char *to, room_size room, int at, char letter) __asm__("bitreach.put_letter");
int put_string(char *to, room_size room, int at, const char *text, int width, int precision, _Bool left)
    __asm__("bitreach.put_string");
int put_char(char *to, room_size room, int at, int letter, int width, _Bool left) __asm__("bitreach.put_char");
int put_int(char *to, room_size room, int at, unsigned number, char sign, unsigned base, char ten, _Bool marked, int width,
            int precision, int fill) __asm__("bitreach.put_int");
int put_long(char *to, room_size room, int at, unsigned long long number, char sign, unsigned base, char ten, _Bool marked,
             int width, int precision, int fill) __asm__("bitreach.put_long");
int put_double(char *to, room_size room, int at, double number, char sign, char letter, _Bool marked, int width, int precision,
               int fill) __asm__("bitreach.put_double");
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

// What an argument says may be more than there can be, or negative where there is no such number.
static void not_too_wide(int width) {
  if (width < 0 || width > 65535) {
    __bitreach_left_open("a field of more than 65535 characters in a format");
  }
}

int put_text(char *to, room_size room, int at, const char *text, int count) {
  held_apart(to, room, at + count, text, count);
  for (int i = 0; i < count; i++) {
    at = put(to, room, at, text[i]);
  }
  return at;
}

// Of a string at most so many characters are written as the precision says, and it needs no zero behind these; below zero there is none.
int put_string(char *to, room_size room, int at, const char *text, int width, int precision, _Bool left) {
  not_too_wide(width);
  int count = 0;
  while ((precision < 0 || count < precision) && text[count] != 0) {
    count++;
  }
  held_apart(to, room, at + (count < width ? width : count), text, (room_size)count + (precision < 0 || count < precision));
  if (!left) {
    at = put_times(to, room, at, ' ', width - count);
  }
  at = put_text(to, room, at, text, count);
  return left ? put_times(to, room, at, ' ', width - count) : at;
}

int put_char(char *to, room_size room, int at, int letter, int width, _Bool left) {
  not_too_wide(width);
  if (!left) {
    at = put_times(to, room, at, ' ', width - 1);
  }
  at = put(to, room, at, (char)letter);
  return left ? put_times(to, room, at, ' ', width - 1) : at;
}

// `fill` is 0 for blanks in front, 1 for zeros, 2 for blanks behind. `ten` is the digit for ten, `sign` 0 where none is written. A number
// that is marked says that its base is 8 or 16. A precision below zero is none.
#define NUMBER(name, type)                                                                                             \
  int name(char *to, room_size room, int at, type number, char sign, unsigned base, char ten, _Bool marked, int width, \
           int precision, int fill) {                                                                                  \
    not_too_wide(width);                                                                                               \
    not_too_wide(precision < 0 ? 0 : precision);                                                                       \
    char digits[3 * sizeof number], mark = 0;                                                                          \
    int count = 0;                                                                                                     \
    if (marked && base == 16 && number != 0) {                                                                         \
      mark = (char)(ten + ('x' - 'a'));                                                                                \
    }                                                                                                                  \
    if (precision != 0 || number != 0) {                                                                               \
      do {                                                                                                             \
        unsigned digit = (unsigned)(number % base);                                                                    \
        digits[count++] = (char)(digit < 10 ? '0' + digit : ten + digit - 10);                                         \
        number /= base;                                                                                                \
      } while (number != 0);                                                                                           \
    }                                                                                                                  \
    _Bool is_filled = fill == 1 && precision < 0;                                                                      \
    if (marked && base == 8 && precision <= count && (count == 0 || digits[count - 1] != '0')) {                       \
      precision = count + 1;                                                                                           \
    }                                                                                                                  \
    int rest = width - count - (sign != 0) - (mark != 0 ? 2 : 0);                                                      \
    int zeros = is_filled && rest > precision - count ? rest : precision - count;                                      \
    if (zeros > 0) {                                                                                                   \
      rest -= zeros;                                                                                                   \
    }                                                                                                                  \
    if (fill != 2) {                                                                                                   \
      at = put_times(to, room, at, ' ', rest);                                                                         \
    }                                                                                                                  \
    if (sign != 0) {                                                                                                   \
      at = put(to, room, at, sign);                                                                                    \
    }                                                                                                                  \
    if (mark != 0) {                                                                                                   \
      at = put(to, room, put(to, room, at, '0'), mark);                                                                \
    }                                                                                                                  \
    at = put_times(to, room, at, '0', zeros);                                                                          \
    while (count > 0) {                                                                                                \
      at = put(to, room, at, digits[--count]);                                                                         \
    }                                                                                                                  \
    return fill == 2 ? put_times(to, room, at, ' ', rest) : at;                                                        \
  }
NUMBER(put_int, unsigned)
NUMBER(put_long, unsigned long long)

// A number with a fraction, without its sign: what stands before the point, and the digits behind it as one number. So it is read out of
// the bits of a `double`: of 96 bits behind the point none is lost, but of numbers so small that they do not matter here.
typedef struct {
  unsigned long long whole, behind;
} decimals;

// Rounded to so many digits behind the point, of which there are at most twelve: to nearest, in the middle to even.
static decimals rounded(unsigned long long bits, int digits) {
  int exponent = (int)(bits >> 52 & 2047), shift = (exponent == 0 ? 1 : exponent) - 1075;
  unsigned long long significand = bits & ((1ull << 52) - 1);
  significand |= exponent == 0 ? 0 : 1ull << 52;
  if (shift >= 0) {
    return (decimals){significand << shift, 0};
  }
  decimals number = {shift > -64 ? significand >> -shift : 0, 0};
  unsigned long long rest = shift > -64 ? significand & (1ull << -shift) - 1 : significand;
  // The fraction: 32 bits and 64 behind these.
  int up = shift + 96;
  unsigned long long low = up >= 0 && up < 64 ? rest << up : 0;
  unsigned long long high = up >= 64 ? rest << (up - 64) : up > 0 ? rest >> (64 - up) : 0;
  _Bool is_odd = number.whole & 1;
  for (int i = 0; i < digits; i++) {
    unsigned long long first = (low & 0xffffffff) * 10, second = (low >> 32) * 10 + (first >> 32);
    unsigned long long third = high * 10 + (second >> 32);
    low = second << 32 | (first & 0xffffffff);
    high = third & 0xffffffff;
    number.behind = number.behind * 10 + (third >> 32);
    is_odd = third >> 32 & 1;
  }
  const unsigned long long half = 1ull << 31;
  if (high > half || high == half && (low > 0 || is_odd)) {
    number.behind++;
    unsigned long long one = 1;
    for (int i = 0; i < digits; i++) {
      one *= 10;
    }
    if (number.behind == one) {
      number.behind = 0;
      number.whole++;
    }
  }
  return number;
}

static int digits_of(unsigned long long number, char *to) {
  int count = 0;
  do {
    to[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return count;
}

// So many digits stand behind the point where `%g` writes a number that is not zero with so many digits in all, which are at most eight: then what is less than
// 0.0001 by less than half of the last of twelve digits behind the point is written as 0.0001.
static int digits_behind(unsigned long long bits, int all) {
  decimals value = rounded(bits, 12);
  char digits[20];
  // Digits before the point; below zero, so many zeros stand behind it.
  int before = value.whole == 0 ? 0 : digits_of(value.whole, digits);
  if (value.whole == 0) {
    for (unsigned long long limit = 100000000000; before > -4 && value.behind < limit; limit /= 10) {
      before--;
    }
  }
  if (before >= -3 && before <= all) {
    value = rounded(bits, all - before);
    unsigned long long number = value.whole, most = 1;
    for (int i = 0; i < all - before; i++) {
      number *= 10;
    }
    for (int i = 0; i < all; i++) {
      most *= 10;
    }
    before += number + value.behind >= most;
  }
  if (before < -3 || before > all) {
    __bitreach_left_open("`%g` of a number that is written with an exponent");
  }
  return all - before;
}

int put_double(char *to, room_size room, int at, double number, char sign, char letter, _Bool marked, int width, int precision,
               int fill) {
  not_too_wide(width);
  unsigned long long bits;
  __builtin_memcpy(&bits, &number, sizeof bits);
  _Bool is_small = letter >= 'a', is_general = letter == 'g' || letter == 'G';
  if (bits >> 63) {
    sign = '-';
    bits ^= 1ull << 63;
  }
  int signs = sign != 0;
  if (bits >> 52 == 2047) {
    const char *word = bits << 12 == 0 ? is_small ? "inf" : "INF" : is_small ? "nan" : "NAN";
    if (fill != 2) {
      at = put_times(to, room, at, ' ', width - signs - 3);
    }
    if (signs) {
      at = put(to, room, at, sign);
    }
    for (int i = 0; i < 3; i++) {
      at = put(to, room, at, word[i]);
    }
    return fill == 2 ? put_times(to, room, at, ' ', width - signs - 3) : at;
  }
  if (bits >> 52 >= 1023 + 63) {
    __bitreach_left_open("what a number of 9.2e18 and more looks like");
  }
  int digits = precision < 0 ? 6 : precision;
  if (is_general) {
    digits = digits == 0 ? 1 : digits;
    digits = bits == 0 ? digits - 1 : digits > 8 ? 13 : digits_behind(bits, digits);
  }
  if (digits > 12) {
    __bitreach_left_open("more than 12 digits behind the point, or more than 8 by `%g`");
  }
  decimals value = rounded(bits, digits);
  if (is_general && !marked) {
    for (; digits > 0 && value.behind % 10 == 0; digits--) {
      value.behind /= 10;
    }
  }
  char before[20], behind[12];
  int count = digits_of(value.whole, before);
  for (int i = 0; i < digits; i++) {
    behind[i] = (char)('0' + value.behind % 10);
    value.behind /= 10;
  }
  _Bool has_point = digits > 0 || marked;
  int rest = width - signs - count - has_point - digits;
  if (fill == 0) {
    at = put_times(to, room, at, ' ', rest);
  }
  if (signs) {
    at = put(to, room, at, sign);
  }
  if (fill == 1) {
    at = put_times(to, room, at, '0', rest);
  }
  while (count > 0) {
    at = put(to, room, at, before[--count]);
  }
  if (has_point) {
    at = put(to, room, at, '.');
  }
  while (digits > 0) {
    at = put(to, room, at, behind[--digits]);
  }
  return fill == 2 ? put_times(to, room, at, ' ', rest) : at;
}

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
  _Bool left, zeros, marked, other_flags, has_precision;
  char sign, letter;
  int width, precision, longs;
} conversion;

// What stands behind a `%`, to behind its letter.
static const char *parse(const char *format, conversion *as, __builtin_va_list *arguments) {
  *as = (conversion){0};
  for (;; format++) {
    if (*format == '-') {
      as->left = 1;
    } else if (*format == '0') {
      as->zeros = 1;
    } else if (*format == '#') {
      as->marked = 1;
    } else if (*format == '+' || *format == ' ' && as->sign == 0) {
      as->sign = *format;
    } else if (*format == ' ' || *format == '\'') {
      as->other_flags |= *format == '\'';
    } else {
      break;
    }
  }
  if (*format == '*') {
    format++;
    as->width = __builtin_va_arg(*arguments, int);
    if (as->width < 0) {
      as->left = 1;
      as->width = as->width < -65535 ? 65536 : -as->width;
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

static _Bool is_fraction(char letter) { return letter == 'f' || letter == 'F' || letter == 'g' || letter == 'G'; }

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
    } else if (as.other_flags) {
      no_such_conversion();
    } else if (is_integer(as.letter)) {
      unsigned long long number = next_integer(&as, arguments, &is_negative);
      unsigned base = as.letter == 'o' ? 8 : as.letter == 'x' || as.letter == 'X' ? 16 : 10;
      char sign = is_negative ? '-' : as.letter == 'd' || as.letter == 'i' ? as.sign : 0;
      at = put_long(to, room, at, number, sign, base, as.letter == 'X' ? 'A' : 'a', as.marked, as.width,
                    as.has_precision ? as.precision : -1, as.left ? 2 : as.zeros);
    } else if (is_fraction(as.letter) && (as.longs == 0 || as.longs == 1)) {
      at = put_double(to, room, at, __builtin_va_arg(*arguments, double), as.sign, as.letter, as.marked, as.width,
                      as.has_precision ? as.precision : -1, as.left ? 2 : as.zeros);
    } else if (as.letter == 'c' && as.longs == 0 && !as.zeros) {
      at = put_char(to, room, at, __builtin_va_arg(*arguments, int), as.width, as.left);
    } else if (as.letter == 's' && as.longs == 0 && !as.zeros) {
      const char *text = __builtin_va_arg(*arguments, const char *);
      at = put_string(to, room, at, text, as.width, as.has_precision ? as.precision : -1, as.left);
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

// How many characters are written to a file, where somebody looks at that; below zero if it failed.
#define COUNTED                                                                                                        \
  int count = write_as(0, 0, format, &own), result = nondet_int();                                                     \
  __builtin_va_end(own);                                                                                               \
  return result < 0 ? result : count;

int counted_printf(const char *format, ...) __asm__("bitreach.counted_printf");
int counted_fprintf(void *file, const char *format, ...) __asm__("bitreach.counted_fprintf");
int counted_vprintf(const char *format, __builtin_va_list list) __asm__("bitreach.counted_vprintf");
int counted_vfprintf(void *file, const char *format, __builtin_va_list list) __asm__("bitreach.counted_vfprintf");

int counted_printf(const char *format, ...) {
  __builtin_va_list own;
  __builtin_va_start(own, format);
  COUNTED
}

int counted_fprintf(void *file, const char *format, ...) {
  __builtin_va_list own;
  __builtin_va_start(own, format);
  COUNTED
}

int counted_vprintf(const char *format, __builtin_va_list list) {
  __builtin_va_list own;
  __builtin_va_copy(own, list);
  COUNTED
}

int counted_vfprintf(void *file, const char *format, __builtin_va_list list) {
  __builtin_va_list own;
  __builtin_va_copy(own, list);
  COUNTED
}

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
