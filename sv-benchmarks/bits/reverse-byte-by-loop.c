// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Reversing a byte bit by bit and by swapping halves gives the same.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), looped = 0;
  for (int bit = 0; bit < 8; bit++) {
    looped = (unsigned char)(looped << 1 | (x >> bit & 1));
  }
  x = (unsigned char)(x >> 4 | x << 4);
  x = (unsigned char)((x & 0xcc) >> 2 | (x & 0x33) << 2);
  x = (unsigned char)((x & 0xaa) >> 1 | (x & 0x55) << 1);
  __VERIFIER_assert(x == looped);
  return 0;
}
