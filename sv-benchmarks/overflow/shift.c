// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A one shifted into the sign and beyond.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) {
    int y = x << 4;
    (void)y;
  }
  return 0;
}
