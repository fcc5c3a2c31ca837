// Numbers of <math.h> by their exponents and with rests, for `long double`: 64 digits, of which the highest one is written, and an exponent.
#if __LDBL_MANT_DIG__ == 64
typedef unsigned long long digits_of_longer;

// Of a number that is not zero: its exponent, as `frexp` has it, and its digits, of which the highest one is one.
typedef union {
  long double number;
  struct {
    digits_of_longer digits;
    unsigned short exponent;
  } parts;
} longer;

#define BIAS 16382

static int parts_of_longer(long double x, digits_of_longer *digits) {
  longer of = {x};
  int exponent = of.parts.exponent & 0x7fff, missing = __builtin_clzll(of.parts.digits);
  *digits = of.parts.digits << missing;
  return (exponent == 0 ? 1 : exponent) - missing - BIAS;
}

// A number of these digits, where they have an exponent.
static long double longer_of(digits_of_longer digits, int exponent, long double sign) {
  longer of = {0};
  of.parts.digits = digits;
  of.parts.exponent = (unsigned short)exponent;
  return __builtin_elementwise_copysign(of.number, sign);
}

long double frexpl(long double x, int *exponent) {
  if (x - x != 0) {
    *exponent = nondet_int();
    return x;
  }
  if (x == 0) {
    *exponent = 0;
    return x;
  }
  digits_of_longer digits;
  *exponent = parts_of_longer(x, &digits);
  return longer_of(digits, BIAS, x);
}

// What is too large or too small to be a number: ERANGE.
long double scalbnl(long double x, int by) {
  if (x - x != 0 || x == 0) {
    return x;
  }
  digits_of_longer digits;
  int exponent = parts_of_longer(x, &digits) + BIAS;
  exponent += by > 70000 ? 70000 : by < -70000 ? -70000 : by;
  if (exponent > 0x7ffe) {
    error = 34;
    return __builtin_elementwise_copysign((long double)__builtin_inf(), x);
  }
  if (exponent >= 1) {
    return longer_of(digits, exponent, x);
  }
  // Of 64 digits none is left, but half of the smallest number may be, which is rounded.
  int lost = 1 - exponent;
  digits_of_longer kept = 0;
  if (lost < 64) {
    kept = digits >> lost;
    digits_of_longer rest = digits - (kept << lost), half = 1ull << (lost - 1);
    kept += rest > half || rest == half && (kept & 1) != 0;
  } else {
    kept = lost == 64 && digits > 1ull << 63;
  }
  if (kept == 0) {
    error = 34;
  }
  return longer_of(kept, kept >> 63 != 0, x);
}

long double ldexpl(long double x, int by) { return scalbnl(x, by); }

long double scalblnl(long double x, long by) {
  return scalbnl(x, by > 0x7fffffff ? 0x7fffffff : by < -0x7fffffff ? -0x7fffffff : (int)by);
}

int ilogbl(long double x) {
  if (x - x != 0 || x == 0) {
    error = 33;
    return x == x && x != 0 ? 0x7fffffff : -0x7fffffff - 1;
  }
  digits_of_longer digits;
  return parts_of_longer(x, &digits) - 1;
}

long double logbl(long double x) {
  if (x - x != 0) {
    return x * x;
  }
  if (x == 0) {
    may_set_errno();
    return -(long double)__builtin_inf();
  }
  digits_of_longer digits;
  return (long double)(parts_of_longer(x, &digits) - 1);
}

// The next number towards another one.
long double nextafterl(long double x, long double y) {
  if (x != x || y != y) {
    return x + y;
  }
  if (x == y) {
    return y;
  }
  longer next = {x};
  int exponent = next.parts.exponent & 0x7fff;
  if (x == 0) {
    next.number = longer_of(1, 0, y);
  } else if ((x < y) == (x > 0)) {
    if (exponent != 0x7fff && ++next.parts.digits == 0) {
      next.parts.digits = 1ull << 63;
      next.parts.exponent++;
    } else if (exponent == 0 && next.parts.digits == 1ull << 63) {
      next.parts.exponent++;
    }
  } else if (exponent == 0x7fff) {
    next = (longer){longer_of(-1, 0x7ffe, x)};
  } else if (next.parts.digits-- == 1ull << 63 && exponent != 0) {
    next.parts.exponent--;
    if (exponent != 1) {
      next.parts.digits = -1;
    }
  }
  _Bool is_normal = (next.parts.exponent & 0x7fff) != 0 && (next.parts.exponent & 0x7fff) != 0x7fff;
  if (!is_normal && (x != 0 || nondet_bool())) {
    error = 34;
  }
  return next.number;
}

long double nexttowardl(long double x, long double y) { return nextafterl(x, y); }
#endif
