// Numbers. What a call may give, it may give here.
static _Bool has_sequence;

int rand(void) {
  has_sequence = 1;
  int number = nondet_int();
  assume(number >= 0); // RAND_MAX is the largest number.
  return number;
}

// The same seed gives the same numbers again.
void srand(unsigned seed) {
  if (has_sequence) {
    __bitreach_left_open("another seed of random numbers");
  }
  has_sequence = 1;
}

long random(void) {
  has_sequence = 1;
  long number = nondet_long();
  assume(number >= 0 && number <= 2147483647);
  return number;
}

void srandom(unsigned seed) { srand(seed); }

long lrand48(void) { return random(); }

double drand48(void) {
  has_sequence = 1;
  return (double)(nondet_long_long() & 0xffffffffffff) * 0x1p-48;
}

void srand48(long seed) { srand(0); }

long mrand48(void) {
  has_sequence = 1;
  return nondet_int();
}

// Sequences of the program's own: 48 bits, of which each is made of the one before. `lcong48`, which changes how, is not known.
static unsigned long long next_of_sequence(unsigned short *state) {
  unsigned long long now = state[0] | (unsigned long long)state[1] << 16 | (unsigned long long)state[2] << 32;
  now = (now * 0x5deece66dull + 11) & 0xffffffffffffull;
  state[0] = (unsigned short)now;
  state[1] = (unsigned short)(now >> 16);
  state[2] = (unsigned short)(now >> 32);
  return now;
}

double erand48(unsigned short *state) { return (double)next_of_sequence(state) * 0x1p-48; }
long nrand48(unsigned short *state) { return (long)(next_of_sequence(state) >> 17); }
long jrand48(unsigned short *state) { return (int)(unsigned)(next_of_sequence(state) >> 16); }

// A part of a list of options, `name` or `name=value`, and the number of its name among those that there are.
int getsubopt(char **list, char *const *names, char **value) {
  char *part = *list;
  if (*part == 0) {
    return -1;
  }
  char *behind = part;
  while (*behind != 0 && *behind != ',') {
    behind++;
  }
  char *is_value = part;
  while (is_value != behind && *is_value != '=') {
    is_value++;
  }
  int found = -1;
  for (int i = 0; found < 0 && names[i] != 0; i++) {
    const char *name = names[i];
    char *at = part;
    while (at != is_value && *name != 0 && *name == *at) {
      name++;
      at++;
    }
    found = at == is_value && *name == 0 ? i : -1;
  }
  *value = found < 0 ? part : is_value != behind ? is_value + 1 : 0;
  if (*behind != 0) {
    *behind++ = 0;
  }
  *list = behind;
  return found;
}

// A command may do anything to files, and nothing to memory.
int system(const char *command) {
  if (command != 0) {
    while (*command != 0) {
      command++;
    }
  }
  may_set_errno();
  return command == 0 ? nondet_int() : nondet_bool() ? -1 : any_end(0);
}

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ n) { return n < 0 ? -n : n; }

typedef struct { int quot, rem; } int_parts;
typedef struct { long quot, rem; } long_parts;
typedef struct { long long quot, rem; } long_long_parts;
int_parts div(int a, int b) { return (int_parts){a / b, a % b}; }
long_parts ldiv(long a, long b) { return (long_parts){a / b, a % b}; }
long_long_parts lldiv(long long a, long long b) { return (long_long_parts){a / b, a % b}; }
long_long_parts imaxdiv(long long a, long long b) { return lldiv(a, b); }

typedef unsigned long long wide;

static int is_space(int c) { return c == ' ' || c >= '\t' && c <= '\r'; }

static unsigned digit(int c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'z') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 36;
}

// The number that begins a string, as the standard says of `strtol` (7.22.1.4): where it ends, whether it has a minus, and
// whether it is larger than the largest one.
#define NUMBER_IN(name, letter)                                                                  \
  static wide name(const letter *s, letter **end, unsigned base, wide most, int *is_negative,    \
      int *is_large) {                                                                           \
    if (base == 1 || base > 36) {                                                                \
      error = 22; /* EINVAL */                                                                   \
      return 0;                                                                                  \
    }                                                                                            \
    const letter *at = s, *behind = s;                                                           \
    while (is_space(*at)) {                                                                      \
      at++;                                                                                      \
    }                                                                                            \
    *is_negative = *at == '-';                                                                   \
    if (*at == '-' || *at == '+') {                                                              \
      at++;                                                                                      \
    }                                                                                            \
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') &&           \
        digit(at[2]) < 16) {                                                                     \
      at += 2;                                                                                   \
      base = 16;                                                                                 \
    } else if (base == 0) {                                                                      \
      base = *at == '0' ? 8 : 10;                                                                \
    }                                                                                            \
    wide value = 0;                                                                              \
    *is_large = 0;                                                                               \
    for (; digit(*at) < base; at++) {                                                            \
      unsigned next = digit(*at);                                                                \
      if (value > (most - next) / base) {                                                        \
        *is_large = 1;                                                                           \
      } else {                                                                                   \
        value = value * base + next;                                                             \
      }                                                                                          \
      behind = at + 1;                                                                           \
    }                                                                                            \
    if (*is_large) {                                                                             \
      error = 34; /* ERANGE */                                                                   \
    }                                                                                            \
    if (behind == s) {                                                                           \
      may_set_einval();                                                                          \
    }                                                                                            \
    if (end != 0) {                                                                              \
      *end = (letter *)behind;                                                                   \
    }                                                                                            \
    return value;                                                                                \
  }

NUMBER_IN(number, char)
NUMBER_IN(number_of_wide, __WCHAR_TYPE__)

#define LARGEST(type) ((type)(((wide)1 << (8 * sizeof(type) - 1)) - 1))

#define SIGNED(name, type, letter, number)                                                       \
  type name(const letter *s, letter **end, int base) {                                           \
    int is_negative = 0, is_large = 0;                                                           \
    wide value = number(s, end, base, (wide)LARGEST(type) + 1, &is_negative, &is_large);         \
    if (is_negative) {                                                                           \
      return is_large ? -LARGEST(type) - 1 : (type)(0 - value);                                  \
    }                                                                                            \
    if (is_large || value > LARGEST(type)) {                                                     \
      error = 34;                                                                                \
      return LARGEST(type);                                                                      \
    }                                                                                            \
    return (type)value;                                                                          \
  }

#define UNSIGNED(name, type, letter, number)                                                     \
  type name(const letter *s, letter **end, int base) {                                           \
    int is_negative = 0, is_large = 0;                                                           \
    wide value = number(s, end, base, (type)-1, &is_negative, &is_large);                        \
    return is_large ? (type)-1 : is_negative ? (type)(0 - value) : (type)value;                  \
  }

SIGNED(strtol, long, char, number)
SIGNED(strtoll, long long, char, number)
UNSIGNED(strtoul, unsigned long, char, number)
UNSIGNED(strtoull, unsigned long long, char, number)
SIGNED(strtoimax, __INTMAX_TYPE__, char, number)
UNSIGNED(strtoumax, __UINTMAX_TYPE__, char, number)
SIGNED(wcstol, long, __WCHAR_TYPE__, number_of_wide)
SIGNED(wcstoll, long long, __WCHAR_TYPE__, number_of_wide)
UNSIGNED(wcstoul, unsigned long, __WCHAR_TYPE__, number_of_wide)
UNSIGNED(wcstoull, unsigned long long, __WCHAR_TYPE__, number_of_wide)
SIGNED(wcstoimax, __INTMAX_TYPE__, __WCHAR_TYPE__, number_of_wide)
UNSIGNED(wcstoumax, __UINTMAX_TYPE__, __WCHAR_TYPE__, number_of_wide)

#define NUMBER(name, type)                                                                       \
  type name(const char *s) {                                                                     \
    int is_negative = 0, is_large = 0;                                                           \
    may_set_errno();                                                                             \
    wide value = number(s, 0, 10, (wide)LARGEST(type) + 1, &is_negative, &is_large);             \
    if (is_large || !is_negative && value > LARGEST(type)) {                                     \
      __bitreach_left_open("a number in a string that does not fit");                            \
    }                                                                                            \
    return is_negative ? (type)(0 - value) : (type)value;                                        \
  }

NUMBER(atoi, int)
NUMBER(atol, long)
NUMBER(atoll, long long)
