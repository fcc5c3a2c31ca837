// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The remainder by a positive divisor fits.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y > 0) {
    int z = x % y;
    (void)z;
  }
  return 0;
}
