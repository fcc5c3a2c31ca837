// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two unsigned shorts are promoted to int, where the product of the largest ones does not fit.

extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort(), y = __VERIFIER_nondet_ushort();
  unsigned int z = x * y;
  (void)z;
  return 0;
}
