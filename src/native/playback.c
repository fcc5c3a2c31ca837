// What a program gets in place of a C library when its recorded inputs are played back: nothing but the markers that bitreach
// put in, the arithmetic that compilers call, and a way out. There is no other function to call: one that is missing
// has an address where nothing is (`playback.rs`). From the first instruction of `main` on, the kernel lets this process read and write files
// that are open (nothing, and the pipe to bitreach) and end itself, nothing else (seccomp, strict mode).
//
// Written before this text: ROWS, `first` (where the values of each row begin, and the end of all), `values` (low and
// high halves), FRESH, `fresh` (what allocated memory holds at first), SECONDS, and below it one function for each width of inputs.
//
// Standard output: one line.
//   error SITE MISSING | stop | return | unmodelled | unprotected | full
// MISSING counts the inputs that were asked for and not recorded; they are 0.

typedef unsigned long long u64;

#if defined(__x86_64__)
#define WIDE 128
typedef unsigned __int128 wide;
typedef __int128 signed_wide;
enum { WRITE = 1, EXIT = 60, PRCTL = 157, SETRLIMIT = 160 };
static long call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tand $-16, %rsp\n\tcall bitreach_start\n\tud2\n");
#elif defined(__i386__)
#define WIDE 64
typedef unsigned long long wide;
typedef long long signed_wide;
enum { WRITE = 4, EXIT = 1, PRCTL = 172, SETRLIMIT = 75 };
static long call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
  return result;
}
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tand $-16, %esp\n\tcall bitreach_start\n\tud2\n");
#else
#error "programs are only played back on x86"
#endif

typedef __SIZE_TYPE__ size;

void *memcpy(void *to, const void *from, size count) {
  for (size i = 0; i < count; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size count) {
  if ((size)to - (size)from >= count) return memcpy(to, from, count);
  while (count-- > 0) ((volatile char *)to)[count] = ((const char *)from)[count];
  return to;
}

void *memset(void *to, int byte, size count) {
  for (size i = 0; i < count; i++) ((volatile char *)to)[i] = (char)byte;
  return to;
}

static wide divide(wide a, wide b, wide *remainder) {
  wide quotient = 0, rest = 0;
  for (int i = WIDE - 1; i >= 0; i--) {
    int carry = (int)(rest >> (WIDE - 1));
    rest = rest << 1 | (a >> i & 1);
    if (carry || rest >= b) {
      rest -= b;
      quotient |= (wide)1 << i;
    }
  }
  *remainder = rest;
  return quotient;
}

#if WIDE == 128
#define NAME(operation) __##operation##ti3
#define OVERFLOW_NAME __muloti4
#else
#define NAME(operation) __##operation##di3
#define OVERFLOW_NAME __mulodi4
#endif

wide NAME(udiv)(wide a, wide b) {
  wide rest;
  return divide(a, b, &rest);
}

wide NAME(umod)(wide a, wide b) {
  wide rest;
  divide(a, b, &rest);
  return rest;
}

static wide magnitude(signed_wide a) { return a < 0 ? -(wide)a : (wide)a; }

signed_wide NAME(div)(signed_wide a, signed_wide b) {
  wide rest, quotient = divide(magnitude(a), magnitude(b), &rest);
  return (signed_wide)((a < 0) != (b < 0) ? -quotient : quotient);
}

signed_wide NAME(mod)(signed_wide a, signed_wide b) {
  wide rest;
  divide(magnitude(a), magnitude(b), &rest);
  return (signed_wide)(a < 0 ? -rest : rest);
}

signed_wide OVERFLOW_NAME(signed_wide a, signed_wide b, int *overflows) {
  wide product = (wide)a * (wide)b, rest, bound = (wide)1 << (WIDE - 1);
  int negative = (a < 0) != (b < 0);
  *overflows = a != 0 && (divide(magnitude(a) * magnitude(b), magnitude(a), &rest) != magnitude(b) ||
                          magnitude(a) * magnitude(b) > bound - !negative);
  return (signed_wide)product;
}

// The numbers of inputs of each row that have been read, and of those that were not there.
static unsigned used[ROWS + 1], missing;

static wide next(unsigned row) {
  if (row >= ROWS || first[row] + used[row] >= first[row + 1]) {
    missing++;
    return 0;
  }
  const u64 *value = values[first[row] + used[row]++];
#if WIDE == 128
  return (wide)value[1] << 64 | value[0];
#else
  return value[0];
#endif
}

static void end(const char *word, int numbers, unsigned a, unsigned b) {
  char line[64];
  unsigned length = 0;
  while (word[length]) line[length] = word[length], length++;
  for (int i = 0; i < numbers; i++) {
    char digits[12];
    unsigned count = 0, number = i == 0 ? a : b;
    do digits[count++] = (char)('0' + number % 10), number /= 10; while (number);
    line[length++] = ' ';
    while (count) line[length++] = digits[--count];
  }
  line[length++] = '\n';
  call(WRITE, 1, (long)line, length);
  for (;;) call(EXIT, 0, 0, 0);
}

void __bitreach_error(unsigned site) { end("error", 2, site, missing); }
void __bitreach_stop(void) { end("stop", 0, 0, 0); }
void __bitreach_unmodelled(unsigned row) { (void)row, end("unmodelled", 0, 0, 0); }

static void limit(long resource, unsigned long most) {
  unsigned long both[2] = {most, most};
  call(SETRLIMIT, resource, (long)both, 0);
}

extern int main(int, char **, char **);

__attribute__((used)) void bitreach_start(void) {
  enum { CPU = 0, CORE = 4, ADDRESSES = 9, SET_DEATH_SIGNAL = 1, SET_SECCOMP = 22, STRICT = 1, KILL = 9 };
  call(PRCTL, SET_DEATH_SIGNAL, KILL, 0);
  limit(CPU, SECONDS);
  limit(CORE, 0);
  limit(ADDRESSES, 1ul << 30);
  if (call(PRCTL, SET_SECCOMP, STRICT, 0) != 0) end("unprotected", 0, 0, 0);
  char *none[1] = {0};
  main(0, none, none);
  end("return", 0, 0, 0);
}

// What is not initialised: the recorded values do not say what it holds.
void __bitreach_havoc(void *object, unsigned row) {
  (void)object;
  (void)row;
}
void *__bitreach_undefined_ptr(void) { return (void *)16; }
float __bitreach_undefined_float(void) { return 0; }
double __bitreach_undefined_double(void) { return 0; }

// The heap: objects are given out one behind the other and stay, each behind its size.
enum { HEAD = 16 };
static unsigned char heap[1 << 20] __attribute__((aligned(16)));
static unsigned long heap_used;
void *__bitreach_allocate_zeroed(unsigned long bytes, unsigned row) {
  (void)row;
  unsigned long start = heap_used;
  if (sizeof heap - start < HEAD || bytes > sizeof heap - start - HEAD) end("full", 0, 0, 0);
  *(unsigned long *)(heap + start) = bytes;
  heap_used += HEAD + ((bytes + 15) & ~15ul);
  if (heap_used > sizeof heap) heap_used = sizeof heap;
  return heap + start + HEAD;
}
// What the recorded values do not say are addresses that nothing has. The parts that were recorded of one allocation stand one behind
// the other, with offsets that grow.
void *__bitreach_allocate(unsigned long bytes, unsigned row) {
  static unsigned used;
  unsigned char *object = __bitreach_allocate_zeroed(bytes, row);
  for (unsigned long i = 0; i + sizeof(void *) <= bytes; i += sizeof(void *)) *(void **)(object + i) = (void *)16;
  for (unsigned begin = used; used < FRESH && fresh[used].call == row; used++) {
    const struct fresh *part = &fresh[used];
    if (used > begin && part->offset <= part[-1].offset) break;
    for (unsigned i = 0; i < part->bytes && part->offset + i < bytes; i++)
      object[part->offset + i] = (unsigned char)(part->halves[i / 8] >> i % 8 * 8);
  }
  return object;
}
unsigned long __bitreach_size(const void *object) { return *(const unsigned long *)((const char *)object - HEAD); }
// That they do not overlap has been seen to.
void __bitreach_apart(const void *a, unsigned long a_bytes, const void *b, unsigned long b_bytes, _Bool may_be_one) {
  (void)a;
  (void)a_bytes;
  (void)b;
  (void)b_bytes;
  (void)may_be_one;
}
void __bitreach_free(void *object, unsigned row) {
  (void)object;
  (void)row;
}
