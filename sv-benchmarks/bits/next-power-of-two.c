// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Filling all bits below the highest one gives the next power of two less one; 0 and large numbers are
// left out.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x == 0 || x > 0x80000000u) {
    return 0;
  }
  unsigned int p = x - 1;
  p |= p >> 1;
  p |= p >> 2;
  p |= p >> 4;
  p |= p >> 8;
  p |= p >> 16;
  p++;
  __VERIFIER_assert((p & (p - 1)) == 0 && p >= x && (p >> 1) < x);
  return 0;
}
