// The direction in which results are rounded, for programs that set it. Arithmetic is rounded to nearest: what is exact lies on one side of
// that result, and where the direction asks for it, the number next to it on that side is the result. On which side, what is left
// of the operation says: a sum's rest is a number, and of the others a fused operation gives it, whose sign is right also where
// the rest is too small to be a number.
#define NEAREST 0
#define DOWN 0x400
#define UP 0x800
#define TO_ZERO 0xc00

static int direction = NEAREST;

// Whether the direction is one that the program may set: operations look at it then.
static _Bool is_chosen;

int fesetround(int to) {
  is_chosen = 1;
  if (to != NEAREST && to != DOWN && to != UP && to != TO_ZERO) {
    return truth(1);
  }
  direction = to;
  return 0;
}

int fegetround(void) { return direction; }

// FLT_ROUNDS, and what sets the same.
int flt_rounds(void) __asm__("bitreach.flt_rounds");
void set_flt_rounds(int to) __asm__("bitreach.set_flt_rounds");
void only_to_nearest(void) __asm__("bitreach.only_to_nearest");

int flt_rounds(void) { return direction == NEAREST ? 1 : direction == UP ? 2 : direction == DOWN ? 3 : 0; }

void set_flt_rounds(int to) {
  if (to < 0 || to > 3) {
    __bitreach_left_open("a rounding mode that there is not");
  }
  direction = to == 1 ? NEAREST : to == 2 ? UP : to == 3 ? DOWN : TO_ZERO;
}

void only_to_nearest(void) {
  if (direction != NEAREST) {
    __bitreach_left_open("an operation that is only known rounded to nearest, in another rounding mode");
  }
}

#define BEYOND(x) ((x) == __builtin_inf() || (x) == -__builtin_inf())
#define PASTE(a, b) a##b
#define NAMED(name, kind) __asm__("bitreach." #name "." #kind)

// The number above, of one that is not infinite; what is exact lies above or below one, or beyond all.
#define NEIGHBOURS(type, kind, pattern)                                                                                \
  static type above_##kind(type x) {                                                                                   \
    union {                                                                                                            \
      type number;                                                                                                     \
      pattern bits;                                                                                                    \
    } next = {x};                                                                                                      \
    if (x == 0) {                                                                                                      \
      next.bits = 1;                                                                                                   \
    } else if (x > 0) {                                                                                                \
      next.bits++;                                                                                                     \
    } else {                                                                                                           \
      next.bits--;                                                                                                     \
    }                                                                                                                  \
    return next.number;                                                                                                \
  }
NEIGHBOURS(double, f64, unsigned long long)
NEIGHBOURS(float, f32, unsigned)
NEIGHBOURS(_Float16, f16, unsigned short)

// The significand of these has its highest digit, which is 1 but for the smallest numbers.
static long double above_f80(long double x) {
  union {
    long double number;
    struct {
      unsigned long long digits;
      unsigned short exponent;
    } parts;
  } next = {x};
  if (x == 0) {
    next.parts.digits = 1;
    next.parts.exponent = 0;
  } else if (x > 0) {
    if (++next.parts.digits == 0) {
      next.parts.digits = 1ull << 63;
      next.parts.exponent++;
    } else if (next.parts.digits == 1ull << 63 && (next.parts.exponent & 0x7fff) == 0) {
      next.parts.exponent++;
    }
  } else {
    if (next.parts.digits-- == 1ull << 63 && (next.parts.exponent & 0x7fff) != 0) {
      next.parts.exponent--;
      if ((next.parts.exponent & 0x7fff) != 0) {
        next.parts.digits = ~0ull;
      }
    }
  }
  return next.number;
}

#define DIRECTED(type, kind)                                                                                           \
  static type directed_##kind(type x, _Bool exact_is_more, _Bool exact_is_less) {                                      \
    if (exact_is_more && (direction == UP || (direction == TO_ZERO && x < 0))) {                                       \
      return above_##kind(x);                                                                                          \
    }                                                                                                                  \
    if (exact_is_less && (direction == DOWN || (direction == TO_ZERO && x > 0))) {                                     \
      return -above_##kind(-x);                                                                                        \
    }                                                                                                                  \
    return x;                                                                                                          \
  }                                                                                                                    \
  static type beyond_##kind(type x) {                                                                                  \
    return directed_##kind(x, x < 0, x > 0);                                                                           \
  }
DIRECTED(double, f64)
DIRECTED(float, f32)
DIRECTED(_Float16, f16)
DIRECTED(long double, f80)

#define SUMS(type, kind)                                                                                               \
  type add_##kind(type a, type b) NAMED(add, kind);                                                                    \
  type sub_##kind(type a, type b) NAMED(sub, kind);                                                                    \
  type add_##kind(type a, type b) {                                                                                    \
    type sum = a + b;                                                                                                  \
    if (direction == NEAREST || sum != sum || BEYOND(a) || BEYOND(b)) {                                                \
      return sum;                                                                                                      \
    }                                                                                                                  \
    if (BEYOND(sum)) {                                                                                                 \
      return beyond_##kind(sum);                                                                                       \
    }                                                                                                                  \
    if (sum == 0) {                                                                                                    \
      /* It is exact. */                                                                                               \
      return direction == DOWN && (a != 0 || __builtin_signbit(a) != __builtin_signbit(b)) ? -(type)0 : sum;           \
    }                                                                                                                  \
    _Bool is_larger = __builtin_elementwise_abs(a) >= __builtin_elementwise_abs(b);                                    \
    type large = is_larger ? a : b, small = is_larger ? b : a;                                                         \
    type rest = small - (sum - large);                                                                                 \
    return directed_##kind(sum, rest > 0, rest < 0);                                                                   \
  }                                                                                                                    \
  type sub_##kind(type a, type b) { return add_##kind(a, -b); }
SUMS(double, f64)
SUMS(float, f32)
SUMS(long double, f80)

#define IS_BELOW_ZERO(x, y, z) (__builtin_signbit(__builtin_elementwise_fma(x, y, z)) != 0)

#define PRODUCTS(type, kind)                                                                                           \
  type mul_##kind(type a, type b) NAMED(mul, kind);                                                                    \
  type div_##kind(type a, type b) NAMED(div, kind);                                                                    \
  type sqrt_##kind(type a) NAMED(sqrt, kind);                                                                          \
  type mul_##kind(type a, type b) {                                                                                    \
    type product = a * b;                                                                                              \
    if (direction == NEAREST || product != product || BEYOND(a) || BEYOND(b) || a == 0 || b == 0) {                    \
      return product;                                                                                                  \
    }                                                                                                                  \
    if (BEYOND(product)) {                                                                                             \
      return beyond_##kind(product);                                                                                   \
    }                                                                                                                  \
    return directed_##kind(product, IS_BELOW_ZERO(-a, b, product), IS_BELOW_ZERO(a, b, -product));                     \
  }                                                                                                                    \
  type div_##kind(type a, type b) {                                                                                    \
    type quotient = a / b;                                                                                             \
    if (direction == NEAREST || quotient != quotient || BEYOND(a) || BEYOND(b) || a == 0 || b == 0) {                  \
      return quotient;                                                                                                 \
    }                                                                                                                  \
    if (BEYOND(quotient)) {                                                                                            \
      return beyond_##kind(quotient);                                                                                  \
    }                                                                                                                  \
    _Bool is_less = IS_BELOW_ZERO(-quotient, b, a), is_more = IS_BELOW_ZERO(quotient, b, -a);                          \
    return b > 0 ? directed_##kind(quotient, is_more, is_less) : directed_##kind(quotient, is_less, is_more);          \
  }                                                                                                                    \
  type sqrt_##kind(type a) {                                                                                           \
    type root = __builtin_elementwise_sqrt(a);                                                                         \
    if (direction == NEAREST || root != root || BEYOND(a) || a == 0) {                                                 \
      return root;                                                                                                     \
    }                                                                                                                  \
    return directed_##kind(root, IS_BELOW_ZERO(root, root, -a), IS_BELOW_ZERO(-root, root, a));                        \
  }
PRODUCTS(double, f64)
PRODUCTS(float, f32)

// From a format to a narrower one, and from integers.
#define NARROWED(from, of, to, kind)                                                                                   \
  to trunc_##of##_##kind(from a) __asm__("bitreach.trunc." #of "." #kind);                                             \
  to trunc_##of##_##kind(from a) {                                                                                     \
    to result = (to)a;                                                                                                 \
    if (direction == NEAREST || a != a || BEYOND(a)) {                                                                 \
      return result;                                                                                                   \
    }                                                                                                                  \
    if (BEYOND(result)) {                                                                                              \
      return beyond_##kind(result);                                                                                    \
    }                                                                                                                  \
    return directed_##kind(result, (from)result < a, (from)result > a);                                                \
  }
NARROWED(double, f64, float, f32)
NARROWED(double, f64, _Float16, f16)
NARROWED(float, f32, _Float16, f16)
NARROWED(long double, f80, double, f64)
NARROWED(long double, f80, float, f32)
NARROWED(long double, f80, _Float16, f16)

#define OF_INTEGER(from, of, to, kind)                                                                                 \
  to of_##of##_##kind(from a) __asm__("bitreach.of_" #of "." #kind);                                                   \
  to of_##of##_##kind(from a) {                                                                                        \
    to result = (to)a;                                                                                                 \
    return direction == NEAREST ? result                                                                               \
                                : directed_##kind(result, (long double)result < (long double)a,                        \
                                                  (long double)result > (long double)a);                               \
  }
OF_INTEGER(long long, signed, double, f64)
OF_INTEGER(long long, signed, float, f32)
OF_INTEGER(unsigned long long, unsigned, double, f64)
OF_INTEGER(unsigned long long, unsigned, float, f32)

// To whole numbers.
#define WHOLE(type, kind)                                                                                              \
  type rint_##kind(type x) NAMED(rint, kind);                                                                          \
  long lrint_##kind(type x) NAMED(lrint, kind);                                                                        \
  long long llrint_##kind(type x) NAMED(llrint, kind);                                                                 \
  type rint_##kind(type x) {                                                                                           \
    return direction == UP        ? __builtin_elementwise_ceil(x)                                                      \
           : direction == DOWN    ? __builtin_elementwise_floor(x)                                                     \
           : direction == TO_ZERO ? __builtin_elementwise_trunc(x)                                                     \
                                  : __builtin_elementwise_rint(x);                                                     \
  }                                                                                                                    \
  long lrint_##kind(type x) { return (long)rint_##kind(x); }                                                           \
  long long llrint_##kind(type x) { return (long long)rint_##kind(x); }
WHOLE(double, f64)
WHOLE(float, f32)
WHOLE(long double, f80)

// Which exceptions there have been is not followed.
int feclearexcept(int which) { return 0; }
int feraiseexcept(int which) { return 0; }
int fetestexcept(int which) {
  __bitreach_left_open("which floating-point exceptions there have been");
  return 0;
}

int fegetexceptflag(unsigned short *to, int which) {
  *to = 0;
  __bitreach_left_open("which floating-point exceptions there have been");
  return 0;
}

int fesetexceptflag(const unsigned short *of, int which) {
  unsigned short flags = *of;
  return 0;
}

// None of them ends the program, until GNU's `feenableexcept` is called.
int fegetexcept(void) { return 0; }
int fedisableexcept(int which) { return 0; }

// The environment: exceptions, and the direction, which stands in the first word as the machine has it.
typedef struct {
  unsigned short control, others[sizeof(void *) == 8 ? 15 : 13];
} environment;

int fegetenv(environment *to) {
  environment any;
  *to = any;
  to->control = (unsigned short)(any.control & ~TO_ZERO | direction);
  return 0;
}

int feholdexcept(environment *to) { return fegetenv(to); }

int fesetenv(const environment *of) {
  int to = NEAREST;
  if (of == (const environment *)-2) {
    __bitreach_left_open("an environment in which exceptions end the program");
  }
  if (of != (const environment *)-1) {
    all_there(of, 1, sizeof(*of));
    to = of->control & TO_ZERO;
  }
  if (!is_chosen && to != NEAREST) {
    __bitreach_left_open("an environment that no call has given");
  }
  direction = to;
  return 0;
}

int feupdateenv(const environment *of) { return fesetenv(of); }
