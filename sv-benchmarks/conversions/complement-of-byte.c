// SPDX-License-Identifier: MIT OR Apache-2.0
//
// ~ promotes its operand: the complement of a byte is not a byte.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char b = __VERIFIER_nondet_uchar();
  __VERIFIER_assert((~b >> 4) == ((unsigned char)~b >> 4));
  return 0;
}
