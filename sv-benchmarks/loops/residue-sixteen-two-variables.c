// SPDX-License-Identifier: MIT OR Apache-2.0
//
// x is 8 modulo 16, and y grows by twice x. Invariant: the low four bits of x are 1000, those of y
// 0000.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = 8, y = 0;
  while (__VERIFIER_nondet_bool()) {
    x += 16;
    y += 2 * x;
    __VERIFIER_assert((y & 15) == 0);
  }
  return 0;
}
