// SPDX-License-Identifier: MIT OR Apache-2.0
//
// As longjmp-counter, but the counter is not volatile: what it holds when a jump has come back is anything (C17, 7.13.2.1).

typedef struct __jmp_buf_tag { long registers[8]; int has_mask; unsigned long mask[16]; } jmp_buf[1];
extern int _setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

jmp_buf place;
int main(void) {
  int tries = 0;
  _setjmp(place);
  if (tries > 3) reach_error();
  if (tries < 3) {
    tries++;
    longjmp(place, 1);
  }
  return 0;
}
