// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A byte that is brought to Gray code and back is the same byte.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned char gray = n ^ n >> 1;
  gray ^= gray >> 1;
  gray ^= gray >> 2;
  gray ^= gray >> 4;
  __VERIFIER_assert(gray == n);
  return 0;
}
