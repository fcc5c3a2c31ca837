// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The remainder of a negative number is negative or zero: the claim of a mathematician fails.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assert(a % 5 >= 0);
  return 0;
}
