// Numbers with fractions. What IEEE 754 fixes is exact: these are one instruction each, or a few bits.
#define OF_EACH(what) what(double, ) what(float, f) what(long double, l)

#define ONE(type, suffix)                                                                                              \
  type fabs##suffix(type x) { return __builtin_elementwise_abs(x); }                                                   \
  type floor##suffix(type x) { return __builtin_elementwise_floor(x); }                                                \
  type ceil##suffix(type x) { return __builtin_elementwise_ceil(x); }                                                  \
  type trunc##suffix(type x) { return __builtin_elementwise_trunc(x); }                                                \
  type round##suffix(type x) { return __builtin_elementwise_round(x); }                                                \
  type roundeven##suffix(type x) { return __builtin_elementwise_roundeven(x); }                                        \
  type rint##suffix(type x) { return __builtin_elementwise_rint(x); }                                                  \
  type nearbyint##suffix(type x) { return __builtin_elementwise_nearbyint(x); }                                        \
  type copysign##suffix(type x, type y) { return __builtin_elementwise_copysign(x, y); }                               \
  type fma##suffix(type x, type y, type z) { return __builtin_elementwise_fma(x, y, z); }                              \
  /* Of a number below zero there is no root: EDOM. */                                                                 \
  type sqrt##suffix(type x) {                                                                                          \
    if (x < 0) {                                                                                                       \
      *__errno_location() = 33;                                                                                        \
    }                                                                                                                  \
    return __builtin_elementwise_sqrt(x);                                                                              \
  }                                                                                                                    \
  /* Which of two zeros it is, the standard leaves open. */                                                            \
  type fmin##suffix(type x, type y) {                                                                                  \
    if (x != x) {                                                                                                      \
      return y;                                                                                                        \
    }                                                                                                                  \
    if (x == 0 && y == 0 && __builtin_signbit(x) != __builtin_signbit(y)) {                                            \
      __bitreach_left_open("the smaller of two zeros");                                                                \
    }                                                                                                                  \
    return y < x ? y : x;                                                                                              \
  }                                                                                                                    \
  type fmax##suffix(type x, type y) {                                                                                  \
    if (x != x) {                                                                                                      \
      return y;                                                                                                        \
    }                                                                                                                  \
    if (x == 0 && y == 0 && __builtin_signbit(x) != __builtin_signbit(y)) {                                            \
      __bitreach_left_open("the larger of two zeros");                                                                 \
    }                                                                                                                  \
    return x < y ? y : x;                                                                                              \
  }                                                                                                                    \
  /* The difference, or zero; what is too large: ERANGE. */                                                            \
  type fdim##suffix(type x, type y) {                                                                                  \
    if (x <= y) {                                                                                                      \
      return 0;                                                                                                        \
    }                                                                                                                  \
    type difference = x - y;                                                                                           \
    if (difference - difference != 0 && x - x == 0 && y - y == 0) {                                                    \
      *__errno_location() = 34;                                                                                        \
    }                                                                                                                  \
    return difference;                                                                                                 \
  }                                                                                                                    \
  /* The part behind the point has the number's sign, and is exact. */                                                 \
  type modf##suffix(type x, type *whole) {                                                                             \
    *whole = __builtin_elementwise_trunc(x);                                                                           \
    type rest = x - *whole;                                                                                            \
    return __builtin_elementwise_copysign(x == *whole ? 0 : rest, x);                                                  \
  }                                                                                                                    \
  /* What does not fit is no number that anybody knows, and undefined where it is converted. */                        \
  long lround##suffix(type x) { return (long)__builtin_elementwise_round(x); }                                         \
  long long llround##suffix(type x) { return (long long)__builtin_elementwise_round(x); }                              \
  long lrint##suffix(type x) { return (long)__builtin_elementwise_rint(x); }                                           \
  long long llrint##suffix(type x) { return (long long)__builtin_elementwise_rint(x); }                                \
  int __isnan##suffix(type x) { return truth(x != x); }                                                                \
  int isnan##suffix(type x) { return truth(x != x); }                                                                  \
  int __isinf##suffix(type x) { return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0; }                    \
  int isinf##suffix(type x) { return __isinf##suffix(x); }                                                             \
  int __finite##suffix(type x) { return truth(x - x == 0); }                                                           \
  int finite##suffix(type x) { return truth(x - x == 0); }                                                             \
  int __signbit##suffix(type x) { return truth(__builtin_signbit(x)); }
OF_EACH(ONE)

// The kinds as <math.h> numbers them.
int __fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassifyf(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassifyl(long double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

// The number whose bits, as an integer, come next.
#define NEXT(type, name, of_other, bits)                                                                               \
  type name(type x, of_other y) {                                                                                      \
    if (x != x || y != y) {                                                                                            \
      return x + (type)y;                                                                                              \
    }                                                                                                                  \
    if (x == y) {                                                                                                      \
      return (type)y;                                                                                                  \
    }                                                                                                                  \
    union {                                                                                                            \
      type number;                                                                                                     \
      bits pattern;                                                                                                    \
    } next = {x};                                                                                                      \
    if (x == 0) {                                                                                                      \
      next.pattern = 1;                                                                                                \
      next.number = __builtin_elementwise_copysign(next.number, (type)y);                                              \
    } else if ((x < y) == (x > 0)) {                                                                                   \
      next.pattern++;                                                                                                  \
    } else {                                                                                                           \
      next.pattern--;                                                                                                  \
    }                                                                                                                  \
    /* Beyond all numbers, or among the smallest: ERANGE. Next to zero, not all libraries say so. */                   \
    if (!__builtin_isnormal(next.number) && (x != 0 || nondet_bool())) {                                               \
      *__errno_location() = 34;                                                                                        \
    }                                                                                                                  \
    return next.number;                                                                                                \
  }
NEXT(double, nextafter, double, unsigned long long)
NEXT(float, nextafterf, float, unsigned)
NEXT(double, nexttoward, long double, unsigned long long)
NEXT(float, nexttowardf, long double, unsigned)

// The rest of a division by truncation. Where the quotient is not too large for its rest to be exact in one step, it takes one; otherwise
// it is found bit by bit. The rest of an infinite number, or by zero, is no number: EDOM.
#define BIT_BY_BIT(type, suffix, pattern, digits)                                                                      \
  static type rest_bit_by_bit##suffix(type a, type b) {                                                                \
    union {                                                                                                            \
      type number;                                                                                                     \
      pattern bits;                                                                                                    \
    } x = {a}, y = {b};                                                                                                \
    const pattern one = (pattern)1 << digits;                                                                          \
    int of_x = (int)(x.bits >> digits), of_y = (int)(y.bits >> digits);                                                \
    pattern rest = x.bits & (one - 1), by = y.bits & (one - 1);                                                        \
    if (of_x == 0) {                                                                                                   \
      of_x = 1;                                                                                                        \
    } else {                                                                                                           \
      rest |= one;                                                                                                     \
    }                                                                                                                  \
    if (of_y == 0) {                                                                                                   \
      of_y = 1;                                                                                                        \
    } else {                                                                                                           \
      by |= one;                                                                                                       \
    }                                                                                                                  \
    rest %= by;                                                                                                        \
    for (; of_x > of_y; of_x--) {                                                                                      \
      rest = 2 * rest >= by ? 2 * rest - by : 2 * rest;                                                                \
    }                                                                                                                  \
    /* The rest has the exponent of what it is divided by, and fewer digits. */                                        \
    for (; of_y > 1 && rest != 0 && rest < one; of_y--) {                                                              \
      rest *= 2;                                                                                                       \
    }                                                                                                                  \
    y.bits = rest < one ? rest : (rest - one) + ((pattern)of_y << digits);                                             \
    return y.number;                                                                                                   \
  }
BIT_BY_BIT(double, , unsigned long long, 52)
BIT_BY_BIT(float, f, unsigned, 23)

// The same of 64 digits, of which the highest one is written.
static long double rest_bit_by_bitl(long double a, long double b) {
  union {
    long double number;
    struct {
      unsigned long long digits;
      unsigned short exponent;
    } parts;
  } x = {a}, y = {b};
  int of_x = x.parts.exponent == 0 ? 1 : x.parts.exponent, of_y = y.parts.exponent == 0 ? 1 : y.parts.exponent;
  unsigned long long by = y.parts.digits, rest = x.parts.digits % by;
  for (; of_x > of_y; of_x--) {
    rest = rest >= by - rest ? rest - (by - rest) : 2 * rest;
  }
  for (; of_y > 1 && rest != 0 && rest >> 63 == 0; of_y--) {
    rest *= 2;
  }
  y.parts.digits = rest;
  y.parts.exponent = (unsigned short)(rest >> 63 != 0 ? of_y : 0);
  return y.number;
}

#define REST(type, suffix, pattern, digits)                                                                            \
  type fmod##suffix(type x, type y) {                                                                                  \
    if (x != x || y != y) {                                                                                            \
      return x + y;                                                                                                    \
    }                                                                                                                  \
    type a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);                                           \
    if (b == 0 || a == __builtin_inf()) {                                                                              \
      *__errno_location() = 33;                                                                                        \
      return (type)__builtin_inf() - (type)__builtin_inf();                                                            \
    }                                                                                                                  \
    if (a < b) {                                                                                                       \
      return x;                                                                                                        \
    }                                                                                                                  \
    type quotient = a / b, rest;                                                                                       \
    if (quotient < (type)((pattern)1 << (digits - 1))) {                                                               \
      rest = __builtin_elementwise_fma(-__builtin_elementwise_trunc(quotient), b, a);                                  \
      if (rest < 0) {                                                                                                  \
        rest += b;                                                                                                     \
      }                                                                                                                \
    } else {                                                                                                           \
      rest = rest_bit_by_bit##suffix(a, b);                                                                            \
    }                                                                                                                  \
    return __builtin_elementwise_copysign(rest, x);                                                                    \
  }                                                                                                                    \
  /* The rest of a division to the nearest whole number, of two the even one. */                                       \
  type remainder##suffix(type x, type y) {                                                                             \
    type b = __builtin_elementwise_abs(y);                                                                             \
    type rest = x;                                                                                                     \
    if (x != x || y != y || b == 0 || __builtin_elementwise_abs(x) == __builtin_inf()) {                               \
      return fmod##suffix(x, y);                                                                                       \
    }                                                                                                                  \
    if (b + b != __builtin_inf()) {                                                                                    \
      rest = fmod##suffix(x, b + b);                                                                                   \
    }                                                                                                                  \
    type a = __builtin_elementwise_abs(rest);                                                                          \
    _Bool is_negative = __builtin_signbit(x) != 0;                                                                     \
    /* Twice the rest may be too large, half of the other may be none. */                                              \
    _Bool is_more = b < 1 ? a + a > b : a > b / 2;                                                                     \
    if (is_more) {                                                                                                     \
      a -= b;                                                                                                          \
      if (b < 1 ? a + a >= b : a >= b / 2) {                                                                           \
        a -= b;                                                                                                        \
      }                                                                                                                \
    }                                                                                                                  \
    if (a == 0) {                                                                                                      \
      return __builtin_elementwise_copysign((type)0, x);                                                               \
    }                                                                                                                  \
    return is_negative ? -a : a;                                                                                       \
  }                                                                                                                    \
  type drem##suffix(type x, type y) { return remainder##suffix(x, y); }                                                \
  /* The same rest, and of the quotient the sign and at least the last three digits: from 8 on it is any number that ends */ \
  /* in these. Where there is none, it is any. */                                                                       \
  type remquo##suffix(type x, type y, int *quotient) {                                                                 \
    type b = __builtin_elementwise_abs(y), a = __builtin_elementwise_abs(x);                                           \
    if (x != x || y != y || b == 0 || a == __builtin_inf()) {                                                          \
      int before = error;                                                                                              \
      *quotient = nondet_int();                                                                                        \
      a = fmod##suffix(x, y);                                                                                          \
      /* glibc leaves errno alone. */                                                                                  \
      error = nondet_bool() ? before : error;                                                                          \
      return a;                                                                                                        \
    }                                                                                                                  \
    _Bool is_cut = a >= 8 * b;                                                                                         \
    int times = 0;                                                                                                     \
    if (8 * b != __builtin_inf()) {                                                                                    \
      a = fmod##suffix(a, 8 * b);                                                                                      \
    }                                                                                                                  \
    if (4 * b <= a) {                                                                                                  \
      a -= 4 * b;                                                                                                      \
      times += 4;                                                                                                      \
    }                                                                                                                  \
    if (2 * b <= a) {                                                                                                  \
      a -= 2 * b;                                                                                                      \
      times += 2;                                                                                                      \
    }                                                                                                                  \
    if (b < 1 ? a + a > b : a > b / 2) {                                                                               \
      a -= b;                                                                                                          \
      times++;                                                                                                         \
      if (b < 1 ? a + a >= b : a >= b / 2) {                                                                           \
        a -= b;                                                                                                        \
        times++;                                                                                                       \
      }                                                                                                                \
    }                                                                                                                  \
    if (is_cut || times == 8) {                                                                                        \
      times = times % 8 + 8 * (int)((unsigned)nondet_int() >> 4);                                                      \
    }                                                                                                                  \
    *quotient = (__builtin_signbit(x) != 0) == (__builtin_signbit(y) != 0) ? times : -times;                           \
    a = a == 0 ? 0 : a;                                                                                                \
    return __builtin_signbit(x) ? -a : a;                                                                              \
  }
REST(double, , unsigned long long, 52)
REST(float, f, unsigned, 23)
REST(long double, l, unsigned long long, 63)

// What clang's own functions of these names are.
double least(double x, double y) __asm__("bitreach.minnum.f64");
float leastf(float x, float y) __asm__("bitreach.minnum.f32");
long double leastl(long double x, long double y) __asm__("bitreach.minnum.f80");
double most(double x, double y) __asm__("bitreach.maxnum.f64");
float mostf(float x, float y) __asm__("bitreach.maxnum.f32");
long double mostl(long double x, long double y) __asm__("bitreach.maxnum.f80");

double least(double x, double y) { return fmin(x, y); }
float leastf(float x, float y) { return fminf(x, y); }
long double leastl(long double x, long double y) { return fminl(x, y); }
double most(double x, double y) { return fmax(x, y); }
float mostf(float x, float y) { return fmaxf(x, y); }
long double mostl(long double x, long double y) { return fmaxl(x, y); }
