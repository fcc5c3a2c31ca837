// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The greatest common divisor by subtraction of numbers up to 15 divides the first one.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar() & 15, b = __VERIFIER_nondet_uchar() & 15;
  if (a == 0 || b == 0) {
    return 0;
  }
  unsigned char x = a, y = b;
  while (x != y) {
    if (x > y) {
      x -= y;
    } else {
      y -= x;
    }
  }
  __VERIFIER_assert(a % x == 0);
  return 0;
}
