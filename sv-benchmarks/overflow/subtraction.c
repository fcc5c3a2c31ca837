// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A difference of an int and 1: only the smallest number overflows.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x - 1;
  (void)y;
  return 0;
}
