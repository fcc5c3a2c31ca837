// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The absolute value of the smallest number.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int a = x < 0 ? -x : x;
  (void)a;
  return 0;
}
