// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A product of two ints computed in long fits under LP64.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  long z = (long)x * y;
  (void)z;
  return 0;
}
