// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Up to 46340 a square fits.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x <= 46340) {
    int y = x * x;
    (void)y;
  }
  return 0;
}
