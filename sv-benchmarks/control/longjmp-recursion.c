// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function that calls itself sets a place in each call; a jump leads to the call that its place is of.

typedef struct __jmp_buf_tag { long registers[8]; int has_mask; unsigned long mask[16]; } jmp_buf[1];
extern int _setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

jmp_buf *places[3];
void down(int n) {
  jmp_buf place;
  places[n] = &place;
  if (_setjmp(place) == 0) {
    if (n == 0) longjmp(*places[2], 1);
    down(n - 1);
    reach_error();
  }
  if (n != 2) reach_error();
}
int main(void) {
  down(2);
  return 0;
}
