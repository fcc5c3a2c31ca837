// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A CRC over one byte is linear: the CRC of an exclusive or is the exclusive or of the CRCs.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
static unsigned char crc(unsigned char byte) {
  for (int bit = 0; bit < 8; bit++) {
    byte = byte & 0x80 ? (unsigned char)(byte << 1) ^ 0x07 : (unsigned char)(byte << 1);
  }
  return byte;
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  __VERIFIER_assert(crc(a ^ b) == (crc(a) ^ crc(b)));
  return 0;
}
