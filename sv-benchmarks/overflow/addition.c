// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A sum of two ints.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int sum = x + y;
  (void)sum;
  return 0;
}
