// Numbers of <math.h> by their exponents: taken apart and scaled, with the bits themselves. All of it is exact, but for what
// is scaled to the smallest numbers, which is rounded to nearest.
#define BY_EXPONENT(type, suffix, pattern, digits, largest)                                                            \
  /* The exponent of a number that is not zero, as `frexp` has it, and its digits, of which the highest one is one. */ \
  static int parts##suffix(type x, pattern *significand) {                                                             \
    union {                                                                                                            \
      type number;                                                                                                     \
      pattern bits;                                                                                                    \
    } parts = {__builtin_elementwise_abs(x)};                                                                          \
    const pattern one = (pattern)1 << digits;                                                                          \
    int exponent = (int)(parts.bits >> digits);                                                                        \
    *significand = parts.bits & (one - 1);                                                                             \
    if (exponent == 0) {                                                                                               \
      int missing = __builtin_clzll(*significand) - (63 - digits);                                                     \
      *significand <<= missing;                                                                                        \
      exponent = 1 - missing;                                                                                          \
    } else {                                                                                                           \
      *significand |= one;                                                                                             \
    }                                                                                                                  \
    return exponent - (largest - 1);                                                                                   \
  }                                                                                                                    \
  static type from_bits##suffix(pattern bits, type sign) {                                                             \
    union {                                                                                                            \
      pattern bits;                                                                                                    \
      type number;                                                                                                     \
    } all = {bits};                                                                                                    \
    return __builtin_elementwise_copysign(all.number, sign);                                                           \
  }                                                                                                                    \
  /* Of what is infinite or no number, the standard does not say which exponent it has. */                             \
  type frexp##suffix(type x, int *exponent) {                                                                          \
    if (x - x != 0) {                                                                                                  \
      *exponent = nondet_int();                                                                                        \
      return x;                                                                                                        \
    }                                                                                                                  \
    if (x == 0) {                                                                                                      \
      *exponent = 0;                                                                                                   \
      return x;                                                                                                        \
    }                                                                                                                  \
    pattern significand;                                                                                               \
    *exponent = parts##suffix(x, &significand);                                                                        \
    return from_bits##suffix(significand - ((pattern)1 << digits) + ((pattern)(largest - 1) << digits), x);            \
  }                                                                                                                    \
  /* What is too large or too small to be a number: ERANGE. */                                                         \
  type scalbn##suffix(type x, int by) {                                                                                \
    if (x - x != 0 || x == 0) {                                                                                        \
      return x;                                                                                                        \
    }                                                                                                                  \
    pattern significand;                                                                                               \
    int exponent = parts##suffix(x, &significand) + (largest - 1);                                                     \
    int most = 4 * largest;                                                                                            \
    exponent += by > most ? most : by < -most ? -most : by;                                                            \
    if (exponent > 2 * largest) {                                                                                      \
      *__errno_location() = 34;                                                                                        \
      return __builtin_elementwise_copysign((type)__builtin_inf(), x);                                                 \
    }                                                                                                                  \
    if (exponent >= 1) {                                                                                               \
      return from_bits##suffix(significand - ((pattern)1 << digits) + ((pattern)exponent << digits), x);               \
    }                                                                                                                  \
    int lost = exponent < -digits - 1 ? digits + 2 : 1 - exponent;                                                     \
    pattern kept = significand >> lost, rest = significand - (kept << lost), half = (pattern)1 << (lost - 1);          \
    if (rest > half || rest == half && (kept & 1) != 0) {                                                              \
      kept++;                                                                                                          \
    }                                                                                                                  \
    if (kept == 0) {                                                                                                   \
      *__errno_location() = 34;                                                                                        \
    }                                                                                                                  \
    return from_bits##suffix(kept, x);                                                                                 \
  }                                                                                                                    \
  type ldexp##suffix(type x, int by) { return scalbn##suffix(x, by); }                                                 \
  type scalbln##suffix(type x, long by) {                                                                              \
    return scalbn##suffix(x, by > 0x7fffffff ? 0x7fffffff : by < -0x7fffffff ? -0x7fffffff : (int)by);                 \
  }                                                                                                                    \
  /* Zero and what is no number have none: glibc says EDOM here, and nothing or ERANGE below. */                       \
  int ilogb##suffix(type x) {                                                                                          \
    if (x - x != 0 || x == 0) {                                                                                        \
      *__errno_location() = 33;                                                                                        \
      return x == x && x != 0 ? 0x7fffffff : -0x7fffffff - 1;                                                          \
    }                                                                                                                  \
    pattern significand;                                                                                               \
    return parts##suffix(x, &significand) - 1;                                                                         \
  }                                                                                                                    \
  type logb##suffix(type x) {                                                                                          \
    if (x - x != 0) {                                                                                                  \
      return x * x;                                                                                                    \
    }                                                                                                                  \
    if (x == 0) {                                                                                                      \
      may_set_errno();                                                                                                 \
      return -(type)__builtin_inf();                                                                                   \
    }                                                                                                                  \
    pattern significand;                                                                                               \
    return (type)(parts##suffix(x, &significand) - 1);                                                                 \
  }
BY_EXPONENT(double, , unsigned long long, 52, 1023)
BY_EXPONENT(float, f, unsigned, 23, 127)
