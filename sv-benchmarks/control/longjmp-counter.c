// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A local that is volatile counts how often a jump has come back: three times.

typedef struct __jmp_buf_tag { long registers[8]; int has_mask; unsigned long mask[16]; } jmp_buf[1];
extern int _setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

jmp_buf place;
int main(void) {
  volatile int tries = 0;
  int got = _setjmp(place);
  if (tries < 3) {
    tries++;
    longjmp(place, tries);
  }
  if (tries != 3 || got != 3) reach_error();
  return 0;
}
