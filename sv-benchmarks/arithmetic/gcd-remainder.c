// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The greatest common divisor by remainders is never above the smaller number.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  unsigned char x = a, y = b;
  while (y != 0) {
    unsigned char rest = x % y;
    x = y;
    y = rest;
  }
  __VERIFIER_assert(b == 0 || x <= b);
  return 0;
}
