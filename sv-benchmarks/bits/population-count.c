// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Three ways to count the ones of a byte agree.

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
  int by_clearing = 0, by_testing = 0;
  for (unsigned char rest = x; rest != 0; rest &= rest - 1) {
    by_clearing++;
  }
  for (int bit = 0; bit < 8; bit++) {
    by_testing += (x >> bit) & 1;
  }
  unsigned int pairs = x - ((x >> 1) & 0x55u);
  unsigned int nibbles = (pairs & 0x33u) + ((pairs >> 2) & 0x33u);
  unsigned int by_adding = (nibbles + (nibbles >> 4)) & 15u;
  __VERIFIER_assert(by_clearing == by_testing && by_adding == (unsigned int)by_testing);
  return 0;
}
