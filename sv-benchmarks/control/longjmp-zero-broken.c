// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A longjmp with the value 0 gives 1: the error is reached.

typedef struct __jmp_buf_tag { long registers[8]; int has_mask; unsigned long mask[16]; } jmp_buf[1];
extern int _setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

jmp_buf place;
void leave(int code) { longjmp(place, code); }
int main(void) {
  int got = _setjmp(place);
  if (got == 0) leave(__VERIFIER_nondet_int() & 6);
  if (got % 2 == 1) reach_error();
  return 0;
}
