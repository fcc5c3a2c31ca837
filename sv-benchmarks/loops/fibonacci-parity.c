// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Fibonacci numbers are even exactly every third time, also modulo 2^32.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int a = 0, b = 1, phase = 0;
  while (__VERIFIER_nondet_bool()) {
    unsigned int next = a + b;
    a = b;
    b = next;
    phase = phase == 2 ? 0 : phase + 1;
    __VERIFIER_assert((a % 2 == 0) == (phase == 0));
  }
  return 0;
}
