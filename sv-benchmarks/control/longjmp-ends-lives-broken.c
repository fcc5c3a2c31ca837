// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A jump out of a function ends the lives of its locals: one is read behind it.

typedef struct __jmp_buf_tag { long registers[8]; int has_mask; unsigned long mask[16]; } jmp_buf[1];
extern int _setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

jmp_buf place;
int *kept;
void leave(void) {
  int local = 5;
  kept = &local;
  longjmp(place, 1);
}
int main(void) {
  if (_setjmp(place) == 0) leave();
  return *kept;
}
