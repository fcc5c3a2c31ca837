// What every model may need: inputs under names that no program has, and the number of the last error. Functions whose errors the
// standard does not tell of may set it in any case.
int nondet_int(void) __asm__("bitreach.nondet_int");
long nondet_long(void) __asm__("bitreach.nondet_long");
long long nondet_long_long(void) __asm__("bitreach.nondet_longlong");
short nondet_short(void) __asm__("bitreach.nondet_short");
char nondet_char(void) __asm__("bitreach.nondet_char");
_Bool nondet_bool(void) __asm__("bitreach.nondet_bool");
void assume(int) __asm__("bitreach.assume");
void __bitreach_left_open(const char *why);
// What is used belongs to a file that has been closed.
void __bitreach_closed(void);
// Two blocks that must not overlap, and whether they may be one and the same.
void __bitreach_apart(const void *a, __SIZE_TYPE__ a_bytes, const void *b, __SIZE_TYPE__ b_bytes, _Bool may_be_one);

// Objects that the program may look at and must not write (C17, 7.24.6.2 and 7.11.1.1): a store through a pointer into one is not modelled.
// The models write them by their names.
#define KEPT_FROM_WRITES __attribute__((section("bitreach.kept")))

// All elements are there: no object has more than PTRDIFF_MAX bytes, and one is there if its first byte and its last one are.
static void all_there(const void *elements, __SIZE_TYPE__ count, __SIZE_TYPE__ width) {
  __SIZE_TYPE__ bytes;
  if (__builtin_mul_overflow(count, width, &bytes) || bytes > __PTRDIFF_MAX__) {
    bytes = (__SIZE_TYPE__)__PTRDIFF_MAX__ + 1;
  }
  if (bytes > 0) {
    char first = *(const char *)elements, last = ((const char *)elements)[bytes - 1];
  }
}

static int error;

// Descriptors as bits: those that are surely open and surely closed, as whatever opens and closes others may be about these, and those
// that cannot be read or written.
typedef unsigned long long descriptors;
static descriptors open_descriptors, closed_descriptors, unread, unwritten;

// Of those that may be closed nothing is known any more: whoever opens a file may get the number.
static void forget_descriptors(descriptors these) {
  open_descriptors &= ~these;
  unread &= ~these;
  unwritten &= ~these;
}

int *__errno_location(void) { return &error; }

static void must_set_errno(void) {
  int number = nondet_int();
  assume(number > 0);
  error = number;
}

static void may_set_errno(void) {
  if (nondet_bool()) {
    must_set_errno();
  }
}

// POSIX lets a function say that what it was given means nothing to it (EINVAL); GNU's library does not.
static void may_set_einval(void) {
  if (nondet_bool()) {
    error = 22;
  }
}

// Whether a function fails. Where one does, `errno` says why; POSIX has that also of functions of which the standard does not say it.
static _Bool fails(void) {
  if (nondet_bool()) {
    must_set_errno();
    return 1;
  }
  may_set_errno();
  return 0;
}

void set_errno(void) __asm__("bitreach.errno");

void set_errno(void) { may_set_errno(); }

int descriptor(void) __asm__("bitreach.descriptor");

static descriptors one(int of) { return (descriptors)1 << of; }

// The lowest one that is free. Of those below it all are open then.
int descriptor(void) {
  int number = nondet_int();
  assume(number >= 0 && number < 64);
  assume((open_descriptors & one(number)) == 0 && (closed_descriptors & (one(number) - 1)) == 0);
  open_descriptors |= one(number) | (one(number) - 1);
  closed_descriptors &= ~one(number);
  unread &= ~one(number);
  unwritten &= ~one(number);
  return number;
}

// Whether a descriptor can be used that is none of these; one that is used and not known is open from there.
static _Bool is_used(int of, descriptors refused) {
  if (of < 0 || of < 64 && ((closed_descriptors | refused) & one(of)) != 0) {
    error = 9; // EBADF
    return 0;
  }
  if (fails()) {
    return 0;
  }
  if (of < 64) {
    open_descriptors |= one(of);
  }
  return 1;
}

// How many of so many bytes were read or written.
static __PTRDIFF_TYPE__ some_of(__SIZE_TYPE__ n) {
  __PTRDIFF_TYPE__ count = (__PTRDIFF_TYPE__)nondet_long();
  assume(count >= 0 && (__SIZE_TYPE__)count <= n);
  return count;
}

// A letter of what is written piece by piece: so much room there is in all, and so many characters stand before it. What does not fit, with
// the zero at the end, is counted and not written.
static int put(char *to, __SIZE_TYPE__ room, int at, char letter) {
  if ((__SIZE_TYPE__)at + 1 < room) {
    to[at] = letter;
  }
  return at + 1;
}

// Where `sscanf` reads a string, how many values it has written, and whether its work is over.
typedef struct {
  const char *at;
  int done;
  _Bool is_over;
} scan_state;

// A set of characters: bits for those of ASCII, and whether others are in it.
typedef unsigned long long set_half;

static _Bool is_member(char c, set_half low, set_half high, _Bool others) {
  unsigned char letter = (unsigned char)c;
  return letter >= 128 ? others : ((letter >= 64 ? high : low) >> letter % 64 & 1) != 0;
}

// What is true is not zero.
static int truth(int holds) {
  if (!holds) {
    return 0;
  }
  int number = nondet_int();
  return number != 0 ? number : 1;
}

// How a process ended: by itself with 8 bits of what it says, by a signal with or without an image of its memory, or, for those who
// ask, that it was stopped (WUNTRACED) or went on (WCONTINUED). The bits are Linux's.
static int any_end(int options) {
  int status = nondet_int();
  _Bool is_exit = (status & ~0xff00) == 0;
  _Bool is_signal = (status & ~0xff) == 0 && (status & 127) > 0 && (status & 127) <= 64;
  _Bool is_stopped = (options & 2) != 0 && (status & 0xff) == 127 && status > 0 && status <= 0xffff;
  _Bool has_gone_on = (options & 8) != 0 && status == 0xffff;
  assume(is_exit || is_signal || is_stopped || has_gone_on);
  return status;
}
