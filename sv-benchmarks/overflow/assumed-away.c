// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An assumption excludes the overflow.

extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x < 1000 && x > -1000);
  int y = x * x;
  (void)y;
  return 0;
}
