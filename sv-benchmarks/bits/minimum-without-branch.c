// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The minimum by a mask made of a comparison.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int minimum = b ^ ((a ^ b) & -(a < b));
  __VERIFIER_assert(minimum <= a && minimum <= b && (minimum == a || minimum == b));
  return 0;
}
