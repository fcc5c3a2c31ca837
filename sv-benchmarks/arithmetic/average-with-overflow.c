// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The average of two unsigned numbers by a sum that wraps is below both.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned int average = (a + b) / 2;
  __VERIFIER_assert(average >= a || average >= b);
  return 0;
}
