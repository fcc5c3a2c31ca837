// Jumps out of functions. `setjmp` says in what it is given where it stands and how many calls of it there have been;
// `longjmp` notes where the jump leads, and lets its function return. Behind each call that a jump can come out of, the
// program asks whether one is on its way, and whether it leads to a `setjmp` of its own; src/prepare/program/longjmp
// puts that in.
typedef struct {
  const char *filled; // Leads to `jump_mark` in what `setjmp` has filled: nothing that a program reads by mistake does.
  unsigned number, place;
} jump_buffer;

// What a compiler's `jmp_buf` has at least: the registers and, behind them, whether signals are kept.
#if __SIZEOF_POINTER__ == 8
enum { BYTES = 68 };
#else
enum { BYTES = 28 };
#endif

static const char jump_mark = 1;
static unsigned jump_calls;
static unsigned jump_number, jump_place_number;
static int jump_value;

unsigned jump_place(jump_buffer *to, unsigned number_of_place) __asm__("bitreach.jump_place");
void jump_begin(jump_buffer *from, int given) __asm__("bitreach.jump");
unsigned jump_waits(void) __asm__("bitreach.jump_waits");
unsigned jump_leads(unsigned number_of_place, unsigned number) __asm__("bitreach.jump_leads");
int jump_arrived(void) __asm__("bitreach.jump_arrived");
long long changed_before_longjmp(void) __asm__("bitreach.jump_any");
void jump_changed(unsigned is_changed) __asm__("bitreach.jump_changed");
void jump_lost(void) __asm__("bitreach.jump_lost");
void jump_kept(void) __asm__("bitreach.jump_kept");
void jump_refused(void) __asm__("bitreach.jump_refused");

unsigned jump_place(jump_buffer *to, unsigned number_of_place) {
  char last = ((const char *)to)[BYTES - 1];
  assume(jump_calls != ~0u);
  jump_calls++;
  to->filled = &jump_mark;
  to->number = jump_calls;
  to->place = number_of_place;
  return jump_calls;
}

void jump_begin(jump_buffer *from, int given) {
  char last = ((const char *)from)[BYTES - 1];
  if (from->filled != &jump_mark) {
    __bitreach_left_open("undefined behaviour: `longjmp` by what no `setjmp` has filled");
  }
  jump_number = from->number;
  jump_place_number = from->place;
  jump_value = given == 0 ? 1 : given;
}

unsigned jump_waits(void) { return jump_place_number; }

unsigned jump_leads(unsigned number_of_place, unsigned number) {
  return jump_place_number == number_of_place && jump_number == number;
}

int jump_arrived(void) {
  jump_place_number = 0;
  return jump_value;
}

long long changed_before_longjmp(void) { return nondet_long_long(); }

void jump_changed(unsigned is_changed) {
  if (is_changed) {
    __bitreach_left_open("undefined behaviour: a local without `volatile` has changed between `setjmp` and `longjmp`");
  }
}

void jump_lost(void) {
  __bitreach_left_open("undefined behaviour: `longjmp` to a `setjmp` whose function, or block with variables, is left");
}

void jump_kept(void) { __bitreach_left_open("`longjmp` out of a function that the C library calls"); }

void jump_refused(void) {
  __bitreach_left_open("`setjmp` inside of an expression, beside arrays of computed length, or compiled elsewhere");
}
