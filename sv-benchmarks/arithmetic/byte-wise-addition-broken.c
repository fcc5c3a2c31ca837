// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same with a carry that is forgotten when the part is exactly 256.

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
    carry = part > 256;
    sum |= (part & 255) << shift;
  }
  __VERIFIER_assert(sum == (unsigned short)(a + b));
  return 0;
}
