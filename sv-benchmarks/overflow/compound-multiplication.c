// SPDX-License-Identifier: MIT OR Apache-2.0
//
// *= on an int that may be just above a third of the largest number: 715827883 is.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x <= 715827883) {
    x *= 3;
  }
  return 0;
}
