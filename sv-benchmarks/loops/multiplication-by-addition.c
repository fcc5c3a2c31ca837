// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Eight-bit multiplication by repeated addition agrees with * for small factors.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar() & 7, b = __VERIFIER_nondet_uchar() & 7;
  unsigned char product = 0;
  for (unsigned char i = 0; i < a; i++) {
    product += b;
  }
  __VERIFIER_assert(product == (unsigned char)(a * b));
  return 0;
}
