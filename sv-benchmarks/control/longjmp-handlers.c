// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Exceptions as macros make them, with a stack of places: what is thrown in a handler goes to the next one.

typedef struct __jmp_buf_tag { long registers[8]; int has_mask; unsigned long mask[16]; } jmp_buf[1];
extern int _setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct frame {
  jmp_buf place;
  struct frame *outer;
};
struct frame *top;
_Noreturn void throw_up(int code) {
  struct frame *frame = top;
  if (!frame) abort();
  top = frame->outer;
  longjmp(frame->place, code);
}

int step;
void work(int n) {
  struct frame frame;
  frame.outer = top;
  top = &frame;
  int code = _setjmp(frame.place);
  if (code == 0) {
    if (n == 1) throw_up(5);
    top = frame.outer;
    step = 1;
  } else {
    step = code;
    throw_up(code + 1);
  }
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct frame frame;
  frame.outer = top;
  top = &frame;
  int code = _setjmp(frame.place);
  if (code == 0) {
    work(n);
    top = frame.outer;
    if (n == 1 || step != 1) reach_error();
  } else if (code != 6 || step != 5 || n != 1) {
    reach_error();
  }
  if (top != 0) reach_error();
  return 0;
}
