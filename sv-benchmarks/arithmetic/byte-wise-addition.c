// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Addition byte by byte with a carry gives the same 16 bits as one addition.

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
  unsigned short sum = 0;
  unsigned char carry = 0;
  for (int shift = 0; shift < 16; shift += 8) {
    unsigned short part = ((a >> shift) & 255) + ((b >> shift) & 255) + carry;
    carry = part > 255;
    sum |= (part & 255) << shift;
  }
  __VERIFIER_assert(sum == (unsigned short)(a + b));
  return 0;
}
