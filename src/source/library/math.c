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
#define NEXT(type, suffix, bits)                                                                                       \
  type nextafter##suffix(type x, type y) {                                                                             \
    if (x != x || y != y) {                                                                                            \
      return x + y;                                                                                                    \
    }                                                                                                                  \
    if (x == y) {                                                                                                      \
      return y;                                                                                                        \
    }                                                                                                                  \
    union {                                                                                                            \
      type number;                                                                                                     \
      bits pattern;                                                                                                    \
    } next = {x};                                                                                                      \
    if (x == 0) {                                                                                                      \
      next.pattern = 1;                                                                                                \
      next.number = __builtin_elementwise_copysign(next.number, y);                                                    \
    } else if ((x < y) == (x > 0)) {                                                                                   \
      next.pattern++;                                                                                                  \
    } else {                                                                                                           \
      next.pattern--;                                                                                                  \
    }                                                                                                                  \
    /* Beyond all numbers, or among the smallest: ERANGE. */                                                           \
    if (!__builtin_isnormal(next.number)) {                                                                            \
      *__errno_location() = 34;                                                                                        \
    }                                                                                                                  \
    return next.number;                                                                                                \
  }
NEXT(double, , unsigned long long)
NEXT(float, f, unsigned)
