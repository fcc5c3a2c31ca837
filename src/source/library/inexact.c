// Functions whose values IEEE 754 does not fix. What Annex F of the standard says of special arguments comes first, and is exact. Behind
// that nothing is fixed but the range: there it is said which function is meant, and either control ends there, or the value is any of the
// range. Outside of what a function is defined for it gives no number and sets errno to EDOM, as glibc does; where a value is any, so is errno.
double any(void) __asm__("bitreach.nondet_double");
float anyf(void) __asm__("bitreach.nondet_float");
long double anyl(void) __asm__("bitreach.nondet_longdouble");
void __bitreach_not_fixed(const char *function, const char *values);

#define IS_INFINITE(x) ((x) == __builtin_inf() || (x) == -__builtin_inf())
#define NO_NUMBER(type) (*__errno_location() = 33, (type)__builtin_inf() - (type)__builtin_inf())
#define HALF_PI 0x1.921fb54442d18p+0
#define HALF_PIf 0x1.921fb6p+0f
#define HALF_PIl 0xc.90fdaa22168c235p-3L

int signgam;

// Any number for which something holds. It has no sign where it is none.
#define ANY(name, type, suffix, values, holds)                                                                         \
  __bitreach_not_fixed(name, values);                                                                                  \
  may_set_errno();                                                                                                     \
  type y = any##suffix();                                                                                              \
  assume(holds);                                                                                                       \
  return y

#define IS_NUMBER (y == y)
#define HAS_SIGN_OF(x) ((x) > 0 ? y >= 0 : y <= 0)

// A function of one number; `exact` is what is fixed of it.
#define OF_ONE(name, type, suffix, exact, values, holds)                                                               \
  type name##suffix(type x) {                                                                                          \
    if (x != x) {                                                                                                      \
      return x;                                                                                                        \
    }                                                                                                                  \
    exact;                                                                                                             \
    ANY(#name #suffix, type, suffix, values, holds);                                                                   \
  }

#define GIVES(condition, value)                                                                                        \
  if (condition) {                                                                                                     \
    return value;                                                                                                      \
  }

#define ANY_NUMBER "any number"
#define OF_ITS_SIGN "a number of its argument's sign"
#define TO_ONE "a number from -1 to 1"

// Of the gamma function, with its sign. Where the standard has none, there is one of two.
#define LOGARITHM(name, type, suffix, sign)                                                                            \
  __bitreach_not_fixed(name, ANY_NUMBER);                                                                              \
  sign = nondet_bool() ? 1 : -1;                                                                                       \
  GIVES(x != x, x)                                                                                                     \
  ANY(name, type, suffix, ANY_NUMBER, IS_NUMBER);

#define NOT_FIXED(type, suffix)                                                                                        \
  OF_ONE(sin, type, suffix, GIVES(x == 0, x) GIVES(IS_INFINITE(x), NO_NUMBER(type)), TO_ONE, y >= -1 && y <= 1)        \
  OF_ONE(cos, type, suffix, GIVES(x == 0, 1) GIVES(IS_INFINITE(x), NO_NUMBER(type)), TO_ONE, y >= -1 && y <= 1)        \
  OF_ONE(tan, type, suffix, GIVES(x == 0, x) GIVES(IS_INFINITE(x), NO_NUMBER(type)), ANY_NUMBER, IS_NUMBER)            \
  OF_ONE(asin, type, suffix, GIVES(x == 0, x) GIVES(x < -1 || x > 1, NO_NUMBER(type)),                                 \
         "a number from -pi/2 to pi/2, of its argument's sign",                                                                 \
         y >= -HALF_PI##suffix && y <= HALF_PI##suffix && HAS_SIGN_OF(x))                                              \
  OF_ONE(acos, type, suffix, GIVES(x == 1, 0) GIVES(x < -1 || x > 1, NO_NUMBER(type)), "a number from 0 to pi",                 \
         y >= 0 && y <= 2 * HALF_PI##suffix)                                                                           \
  OF_ONE(atan, type, suffix, GIVES(x == 0, x), "a number from -pi/2 to pi/2, of its argument's sign",                           \
         y >= -HALF_PI##suffix && y <= HALF_PI##suffix && HAS_SIGN_OF(x))                                              \
  OF_ONE(sinh, type, suffix, GIVES(x == 0 || IS_INFINITE(x), x), OF_ITS_SIGN, HAS_SIGN_OF(x))                          \
  OF_ONE(cosh, type, suffix, GIVES(x == 0, 1) GIVES(IS_INFINITE(x), x * x), "a number at least 1", y >= 1)                      \
  OF_ONE(tanh, type, suffix, GIVES(x == 0, x) GIVES(IS_INFINITE(x), x > 0 ? 1 : -1),                                   \
         "a number from -1 to 1, of its argument's sign", y >= -1 && y <= 1 && HAS_SIGN_OF(x))                                  \
  OF_ONE(asinh, type, suffix, GIVES(x == 0 || IS_INFINITE(x), x), OF_ITS_SIGN, HAS_SIGN_OF(x))                         \
  OF_ONE(acosh, type, suffix, GIVES(x == 1, 0) GIVES(x < 1, NO_NUMBER(type)) GIVES(IS_INFINITE(x), x), "a number at least 0",   \
         y >= 0)                                                                                                       \
  OF_ONE(atanh, type, suffix, GIVES(x == 0, x) GIVES(x < -1 || x > 1, NO_NUMBER(type)), OF_ITS_SIGN, HAS_SIGN_OF(x))   \
  OF_ONE(exp, type, suffix, GIVES(x == 0, 1) GIVES(IS_INFINITE(x), x > 0 ? x : 0), "a number at least 0", y >= 0)               \
  OF_ONE(exp2, type, suffix, GIVES(x == 0, 1) GIVES(IS_INFINITE(x), x > 0 ? x : 0), "a number at least 0", y >= 0)              \
  OF_ONE(exp10, type, suffix, GIVES(x == 0, 1) GIVES(IS_INFINITE(x), x > 0 ? x : 0), "a number at least 0", y >= 0)             \
  OF_ONE(expm1, type, suffix, GIVES(x == 0, x) GIVES(IS_INFINITE(x), x > 0 ? x : -1),                                  \
         "a number at least -1, of its argument's sign", y >= -1 && HAS_SIGN_OF(x))                                             \
  OF_ONE(log, type, suffix, GIVES(x == 1, 0) GIVES(x < 0, NO_NUMBER(type)) GIVES(x == __builtin_inf(), x),             \
         "a number below 0 up to 1, and above 0 from there", HAS_SIGN_OF(x >= 1 ? 1 : -1))                                      \
  OF_ONE(log2, type, suffix, GIVES(x == 1, 0) GIVES(x < 0, NO_NUMBER(type)) GIVES(x == __builtin_inf(), x),            \
         "a number below 0 up to 1, and above 0 from there", HAS_SIGN_OF(x >= 1 ? 1 : -1))                                      \
  OF_ONE(log10, type, suffix, GIVES(x == 1, 0) GIVES(x < 0, NO_NUMBER(type)) GIVES(x == __builtin_inf(), x),           \
         "a number below 0 up to 1, and above 0 from there", HAS_SIGN_OF(x >= 1 ? 1 : -1))                                      \
  OF_ONE(log1p, type, suffix, GIVES(x == 0, x) GIVES(x < -1, NO_NUMBER(type)) GIVES(x == __builtin_inf(), x),          \
         OF_ITS_SIGN, HAS_SIGN_OF(x))                                                                                  \
  OF_ONE(cbrt, type, suffix, GIVES(x == 0 || IS_INFINITE(x), x), OF_ITS_SIGN, HAS_SIGN_OF(x))                          \
  OF_ONE(erf, type, suffix, GIVES(x == 0, x) GIVES(IS_INFINITE(x), x > 0 ? 1 : -1),                                    \
         "a number from -1 to 1, of its argument's sign", y >= -1 && y <= 1 && HAS_SIGN_OF(x))                                  \
  OF_ONE(erfc, type, suffix, GIVES(IS_INFINITE(x), x > 0 ? 0 : 2), "a number from 0 to 2", y >= 0 && y <= 2)                    \
  /* Of a whole number below zero it is none. */                                                                       \
  OF_ONE(tgamma, type, suffix, GIVES(x == __builtin_inf(), x), "any number, or none", x < 0 || y > 0 || y < 0)         \
  /* Waves that become lower; of the others nothing above zero is no number. */                                        \
  OF_ONE(j0, type, suffix, GIVES(x == 0, 1), TO_ONE, y >= -1 && y <= 1)                                                \
  OF_ONE(j1, type, suffix, , TO_ONE, y >= -1 && y <= 1)                                                                \
  OF_ONE(y0, type, suffix, , "any number, or none for what is not above 0", x <= 0 || IS_NUMBER)                        \
  OF_ONE(y1, type, suffix, , "any number, or none for what is not above 0", x <= 0 || IS_NUMBER)                        \
  type jn##suffix(int n, type x) {                                                                                     \
    GIVES(x != x, x)                                                                                                   \
    ANY("jn" #suffix, type, suffix, TO_ONE, y >= -1 && y <= 1);                                                        \
  }                                                                                                                    \
  type yn##suffix(int n, type x) {                                                                                     \
    GIVES(x != x, x)                                                                                                   \
    ANY("yn" #suffix, type, suffix, "any number, or none for what is not above 0", x <= 0 || IS_NUMBER);                \
  }                                                                                                                    \
  type lgamma##suffix##_r(type x, int *sign) {                                                                         \
    LOGARITHM("lgamma" #suffix "_r", type, suffix, *sign)                                                              \
  }                                                                                                                    \
  type lgamma##suffix(type x) {                                                                                        \
    LOGARITHM("lgamma" #suffix, type, suffix, signgam)                                                                 \
  }                                                                                                                    \
  type atan2##suffix(type of_y, type x) {                                                                              \
    GIVES(of_y != of_y, of_y)                                                                                          \
    GIVES(x != x, x)                                                                                                   \
    GIVES(of_y == 0 && x > 0, of_y)                                                                                    \
    ANY("atan2" #suffix, type, suffix, "a number from -pi to pi, of its first argument's sign",                                 \
        y >= -2 * HALF_PI##suffix && y <= 2 * HALF_PI##suffix &&                                                       \
            (of_y == 0 ? 1 : HAS_SIGN_OF(of_y)));                                                                      \
  }                                                                                                                    \
  type hypot##suffix(type x, type other) {                                                                             \
    GIVES(IS_INFINITE(x) || IS_INFINITE(other), (type)__builtin_inf())                                                 \
    GIVES(x != x, x)                                                                                                   \
    GIVES(other != other, other)                                                                                       \
    GIVES(other == 0, __builtin_elementwise_abs(x))                                                                    \
    GIVES(x == 0, __builtin_elementwise_abs(other))                                                                    \
    ANY("hypot" #suffix, type, suffix, "a number at least 0", y >= 0);                                                          \
  }                                                                                                                    \
  type pow##suffix(type x, type by) {                                                                                  \
    GIVES(by == 0 || x == 1, 1)                                                                                        \
    GIVES(x != x, x)                                                                                                   \
    GIVES(by != by, by)                                                                                                \
    GIVES(x < 0 && !IS_INFINITE(x) && !IS_INFINITE(by) && by != __builtin_elementwise_trunc(by), NO_NUMBER(type))      \
    ANY("pow" #suffix, type, suffix, "any number, at least 0 where its first argument is above 0",                     \
        x > 0 ? y >= 0 : IS_NUMBER);                                                                                   \
  }                                                                                                                    \
  void sincos##suffix(type x, type *sine, type *cosine) {                                                              \
    *sine = sin##suffix(x);                                                                                            \
    *cosine = cos##suffix(x);                                                                                          \
  }
NOT_FIXED(double, )
NOT_FIXED(float, f)
NOT_FIXED(long double, l)
