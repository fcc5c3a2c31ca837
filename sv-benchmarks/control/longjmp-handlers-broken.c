// SPDX-License-Identifier: MIT OR Apache-2.0
//
// As longjmp-handlers, but the inner handler forgets that it is no longer the top: what it throws comes back to itself, and is 7 then.

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
int main(void) {
  struct frame frame;
  frame.outer = top;
  top = &frame;
  int code = _setjmp(frame.place);
  if (code == 7) reach_error();
  if (code == 0 && __VERIFIER_nondet_int() > 5) longjmp(top->place, 6);
  if (code == 6) longjmp(top->place, code + 1);
  return 0;
}
