// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A square: 46341 is the first whose square is too large.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x <= 46341) {
    int y = x * x;
    (void)y;
  }
  return 0;
}
