// Numbers with a real and an imaginary part. Products are what Annex G of the standard says: where both parts are no number, an infinite
// factor, or parts that are too large, may still make the product infinite. A quotient is fixed by nothing.
double any(void) __asm__("bitreach.nondet_double");
long double anyl(void) __asm__("bitreach.nondet_longdouble");
void __bitreach_not_fixed(const char *function, const char *values);

#define IS_INFINITE(x) ((x) == __builtin_inf() || (x) == -__builtin_inf())

#define OF_PARTS(type, suffix, number)                                                                                 \
  type creal##suffix(type _Complex z) { return __real__ z; }                                                           \
  type cimag##suffix(type _Complex z) { return __imag__ z; }                                                           \
  type _Complex conj##suffix(type _Complex z) { return ~z; }                                                           \
  static type boxed##suffix(type x) {                                                                                  \
    return __builtin_elementwise_copysign((type)(IS_INFINITE(x) ? 1 : 0), x);                                          \
  }                                                                                                                    \
  static type zero_if_none##suffix(type x) { return x != x ? __builtin_elementwise_copysign((type)0, x) : x; }         \
  type _Complex __mul##number##c3(type a, type b, type c, type d) {                                                    \
    type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                                               \
    type x = ac - bd, y = ad + bc;                                                                                     \
    if (x != x && y != y) {                                                                                            \
      _Bool again = 0;                                                                                                 \
      if (IS_INFINITE(a) || IS_INFINITE(b)) {                                                                          \
        a = boxed##suffix(a);                                                                                          \
        b = boxed##suffix(b);                                                                                          \
        c = zero_if_none##suffix(c);                                                                                   \
        d = zero_if_none##suffix(d);                                                                                   \
        again = 1;                                                                                                     \
      }                                                                                                                \
      if (IS_INFINITE(c) || IS_INFINITE(d)) {                                                                          \
        c = boxed##suffix(c);                                                                                          \
        d = boxed##suffix(d);                                                                                          \
        a = zero_if_none##suffix(a);                                                                                   \
        b = zero_if_none##suffix(b);                                                                                   \
        again = 1;                                                                                                     \
      }                                                                                                                \
      if (!again && (IS_INFINITE(ac) || IS_INFINITE(bd) || IS_INFINITE(ad) || IS_INFINITE(bc))) {                      \
        a = zero_if_none##suffix(a);                                                                                   \
        b = zero_if_none##suffix(b);                                                                                   \
        c = zero_if_none##suffix(c);                                                                                   \
        d = zero_if_none##suffix(d);                                                                                   \
        again = 1;                                                                                                     \
      }                                                                                                                \
      if (again) {                                                                                                     \
        x = (type)__builtin_inf() * (a * c - b * d);                                                                   \
        y = (type)__builtin_inf() * (a * d + b * c);                                                                   \
      }                                                                                                                \
    }                                                                                                                  \
    return __builtin_complex(x, y);                                                                                    \
  }                                                                                                                    \
  type _Complex __div##number##c3(type a, type b, type c, type d) {                                                    \
    __bitreach_not_fixed("complex division", "any number, or none");                                     \
    type x = any##suffix(), y = any##suffix();                                                                         \
    return __builtin_complex(x, y);                                                                                    \
  }
OF_PARTS(double, , d)
OF_PARTS(long double, l, x)
