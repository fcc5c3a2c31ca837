// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Reversing the bits of a word by swapping halves, twice, gives the word.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
static unsigned int reverse(unsigned int x) {
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
  x = ((x >> 8) & 0x00ff00ffu) | ((x & 0x00ff00ffu) << 8);
  return (x >> 16) | (x << 16);
}
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  __VERIFIER_assert(reverse(reverse(x)) == x);
  return 0;
}
