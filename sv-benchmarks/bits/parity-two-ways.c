// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The parity by folding agrees with the parity by counting, for 16 bits.

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  unsigned short folded = x;
  folded ^= folded >> 8;
  folded ^= folded >> 4;
  folded ^= folded >> 2;
  folded ^= folded >> 1;
  unsigned int counted = 0;
  for (unsigned short rest = x; rest != 0; rest &= rest - 1) {
    counted ^= 1;
  }
  __VERIFIER_assert((folded & 1) == counted);
  return 0;
}
