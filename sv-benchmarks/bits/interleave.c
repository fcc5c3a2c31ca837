// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Interleaving the bits of two bytes by a loop and by masks gives the same 16 bits.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  unsigned int looped = 0;
  for (int bit = 0; bit < 8; bit++) {
    looped |= (x & (1u << bit)) << bit | (y & (1u << bit)) << (bit + 1);
  }
  x = (x | (x << 4)) & 0x0f0fu;
  x = (x | (x << 2)) & 0x3333u;
  x = (x | (x << 1)) & 0x5555u;
  y = (y | (y << 4)) & 0x0f0fu;
  y = (y | (y << 2)) & 0x3333u;
  y = (y | (y << 1)) & 0x5555u;
  __VERIFIER_assert(looped == (x | (y << 1)));
  return 0;
}
