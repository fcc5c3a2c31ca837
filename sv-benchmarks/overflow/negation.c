// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The smallest number has no negation.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = -x;
  (void)y;
  return 0;
}
