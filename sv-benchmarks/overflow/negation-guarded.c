// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Every number but the smallest has a negation.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > -2147483647 - 1) {
    int y = -x;
    (void)y;
  }
  return 0;
}
