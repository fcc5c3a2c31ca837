// Numbers with fractions that begin a string (7.22.1.3). Where one ends is exact, and so is its value where one product or quotient
// of two numbers that are exact gives it (Clinger: How to read floating point numbers accurately, PLDI 1990). Of others
// only the sign is known.
double any(void) __asm__("bitreach.nondet_double");
float anyf(void) __asm__("bitreach.nondet_float");
long double anyl(void) __asm__("bitreach.nondet_longdouble");
void __bitreach_not_fixed(const char *function, const char *values);

typedef unsigned long long digits;

// What a string says: so many times ten to a power, or infinity, or no number.
typedef struct {
  _Bool is_negative, is_infinite, is_nan, is_long;
  digits value;
  int power;
} decimal;

static char small(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

// Behind a word, in letters of either size; null if it is another one.
static const char *behind(const char *s, const char *word) {
  for (; *word != 0; s++, word++) {
    if (small(*s) != *word) {
      return 0;
    }
  }
  return s;
}

// Digits; those behind the point count in the power. Zeros wait until another digit comes.
static const char *read_digits(const char *s, decimal *number, int *zeros, _Bool is_fraction) {
  for (; *s >= '0' && *s <= '9'; s++) {
    number->power -= is_fraction;
    ++*zeros;
    if (*s == '0') {
      continue;
    }
    for (; *zeros > 0; --*zeros) {
      number->is_long |= number->value > ((digits)-1 - 9) / 10;
      number->value *= 10;
    }
    number->value += (digits)(*s - '0');
  }
  return s;
}

// Where the number ends that begins a string; where the string begins if there is none.
static const char *read_decimal(const char *s, decimal *number) {
  *number = (decimal){0};
  const char *at = s;
  while (*at == ' ' || *at >= '\t' && *at <= '\r') {
    at++;
  }
  number->is_negative = *at == '-';
  if (*at == '-' || *at == '+') {
    at++;
  }
  const char *end = behind(at, "inf");
  if (end != 0) {
    number->is_infinite = 1;
    const char *whole = behind(end, "inity");
    return whole != 0 ? whole : end;
  }
  end = behind(at, "nan");
  if (end != 0) {
    number->is_nan = 1;
    if (*end == '(') {
      __bitreach_left_open("a string that says which NaN is meant");
    }
    return end;
  }
  if (at[0] == '0' && small(at[1]) == 'x') {
    __bitreach_left_open("a hexadecimal number with a fraction in a string");
  }
  int zeros = 0;
  const char *begin = at;
  at = read_digits(at, number, &zeros, 0);
  _Bool has_digits = at != begin;
  if (*at == '.') {
    const char *fraction = at + 1;
    end = read_digits(fraction, number, &zeros, 1);
    has_digits |= end != fraction;
    at = end;
  }
  if (!has_digits) {
    return s;
  }
  number->power += zeros;
  if (small(*at) == 'e') {
    const char *exponent = at + 1;
    _Bool is_below = *exponent == '-';
    if (*exponent == '-' || *exponent == '+') {
      exponent++;
    }
    if (*exponent >= '0' && *exponent <= '9') {
      int power = 0;
      for (; *exponent >= '0' && *exponent <= '9'; exponent++) {
        power = power > 99999 ? power : 10 * power + (*exponent - '0');
      }
      number->power += is_below ? -power : power;
      at = exponent;
    }
  }
  return at;
}

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const long double tensl[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                    1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                    1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

// Whether the value and the power of ten are exact, with numbers up to `most` and powers up to `powers`.
static _Bool is_exact(const decimal *number, digits most, int powers) {
  return !number->is_long && number->value <= most && number->power >= -powers && number->power <= powers;
}

// The sign is there before anything is rounded, for directions of rounding look at it.
static double exact(const decimal *number) {
  double value = (double)(long long)number->value;
  value = number->is_negative ? -value : value;
  return number->power < 0 ? value / tens[-number->power] : value * tens[number->power];
}

static long double exactl(const decimal *number) {
  long double value = (long double)number->value;
  value = number->is_negative ? -value : value;
  return number->power < 0 ? value / tensl[-number->power] : value * tensl[number->power];
}

// A number between two of type `float` is rounded to one of them; but right in the middle it has been rounded before.
static _Bool is_in_the_middle(double value) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return (bits & 0x1fffffff) == 0x10000000;
}

#define OF_STRING(name, type, suffix, if_exact)                                                                        \
  type name(const char *s, char **end) {                                                                               \
    decimal number;                                                                                                    \
    const char *rest = read_decimal(s, &number);                                                                       \
    if (end != 0) {                                                                                                    \
      *end = (char *)rest;                                                                                             \
    }                                                                                                                  \
    type value = 0;                                                                                                    \
    if (rest == s) {                                                                                                   \
      may_set_einval();                                                                                                \
      return 0;                                                                                                        \
    }                                                                                                                  \
    if (number.is_nan) {                                                                                               \
      return (type)__builtin_inf() - (type)__builtin_inf();                                                            \
    }                                                                                                                  \
    if (number.is_infinite) {                                                                                          \
      value = (type)__builtin_inf();                                                                                   \
    } else if (number.is_long || number.value != 0) {                                                                  \
      if_exact else {                                                                                                  \
        __bitreach_not_fixed(#name, "a number of the sign that the string says");                                      \
        may_set_errno();                                                                                               \
        value = any##suffix();                                                                                         \
        assume(value >= 0);                                                                                            \
      }                                                                                                                \
    }                                                                                                                  \
    return number.is_negative ? -value : value;                                                                        \
  }

#define TO_DOUBLE                                                                                                      \
  if (is_exact(&number, 1ull << 53, 22)) {                                                                             \
    return exact(&number);                                                                                             \
  }
#define TO_FLOAT                                                                                                       \
  if (is_exact(&number, 1ull << 53, 22) && !is_in_the_middle(exact(&number))) {                                        \
    return (float)exact(&number);                                                                                      \
  }
#define TO_LONG_DOUBLE                                                                                                 \
  if (is_exact(&number, -1, 27)) {                                                                                     \
    return exactl(&number);                                                                                            \
  }

OF_STRING(strtod, double, , TO_DOUBLE)
OF_STRING(strtof, float, f, TO_FLOAT)
OF_STRING(strtold, long double, l, TO_LONG_DOUBLE)

double atof(const char *s) { return strtod(s, 0); }

// What `sscanf` reads; see `scan.c`.
void from_blank(scan_state *state) __asm__("bitreach.from_blank");
_Bool has_ended(scan_state *state) __asm__("bitreach.from_ended");

static _Bool is_scanned(scan_state *state) {
  from_blank(state);
  if (has_ended(state)) {
    return 0;
  }
  decimal number;
  const char *end = read_decimal(state->at, &number);
  if (end != state->at && small(*end) == 'e' || number.is_infinite && small(end[-1]) == 'f' && small(*end) == 'i') {
    __bitreach_left_open("a number with a fraction in a string, behind which stands the begin of an exponent or of `infinity`");
  }
  state->is_over = end == state->at;
  return !state->is_over;
}

#define SCANNED_AS(name, type, read)                                                                                      \
  void from_##name(scan_state *state, type *to) __asm__("bitreach.from_" #name);                                       \
  void from_##name(scan_state *state, type *to) {                                                                      \
    if (is_scanned(state)) {                                                                                           \
      char *end;                                                                                                       \
      type number = read(state->at, &end);                                                                             \
      state->at = end;                                                                                                 \
      if (to != 0) {                                                                                                   \
        *to = number;                                                                                                  \
        state->done++;                                                                                                 \
      }                                                                                                                \
    }                                                                                                                  \
  }
SCANNED_AS(float, float, strtof)
SCANNED_AS(double, double, strtod)
SCANNED_AS(longdouble, long double, strtold)
