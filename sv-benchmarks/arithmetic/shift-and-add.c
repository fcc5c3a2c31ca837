// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Shift-and-add multiplication of two numbers below 16 agrees with *.

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
  unsigned char product = 0;
  for (int bit = 0; bit < 4; bit++) {
    if (b >> bit & 1) {
      product += a << bit;
    }
  }
  __VERIFIER_assert(product == a * b);
  return 0;
}
