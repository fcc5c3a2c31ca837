// SPDX-License-Identifier: MIT OR Apache-2.0
//
// x and y change by even amounts, chosen anew each turn: their sum is never odd, whatever wraps.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = 1, y = 1;
  while (1) {
    x += 2 * __VERIFIER_nondet_uint();
    y += 4 * __VERIFIER_nondet_uint();
    __VERIFIER_assert(x + y != 1);
  }
}
