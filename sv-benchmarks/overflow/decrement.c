// SPDX-License-Identifier: MIT OR Apache-2.0
//
// -- on the smallest number.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  x--;
  (void)x;
  return 0;
}
