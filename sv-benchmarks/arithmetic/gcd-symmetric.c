// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The greatest common divisor does not depend on the order, for numbers below 8.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
static unsigned char gcd(unsigned char x, unsigned char y) {
  while (y != 0) {
    unsigned char rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar() & 7, b = __VERIFIER_nondet_uchar() & 7;
  __VERIFIER_assert(gcd(a, b) == gcd(b, a));
  return 0;
}
