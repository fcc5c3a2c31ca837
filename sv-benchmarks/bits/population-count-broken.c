// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A mask with one bit too few counts some bytes wrongly.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int by_testing = 0;
  for (int bit = 0; bit < 8; bit++) {
    by_testing += (x >> bit) & 1;
  }
  unsigned int pairs = x - ((x >> 1) & 0x15u);
  unsigned int nibbles = (pairs & 0x33u) + ((pairs >> 2) & 0x33u);
  unsigned int by_adding = (nibbles + (nibbles >> 4)) & 15u;
  __VERIFIER_assert(by_adding == (unsigned int)by_testing);
  return 0;
}
