// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The difference of two numbers that are not negative fits.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x >= 0 && y >= 0) {
    int z = x - y;
    (void)z;
  }
  return 0;
}
