// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Up to 27 bits shifted by 4 stay below the sign.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x < 134217728) {
    int y = x << 4;
    (void)y;
  }
  return 0;
}
