// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A byte is promoted before it is shifted: bits that leave the byte are still there.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char b = __VERIFIER_nondet_uchar();
  __VERIFIER_assert((b << 4) >> 4 == b);
  return 0;
}
