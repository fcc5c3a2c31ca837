// SPDX-License-Identifier: MIT OR Apache-2.0
//
// From an odd number down by even amounts the loop goes past 0 for ever. Invariant: bit 0 of n is 1.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() | 1;
  while (n != 0) {
    n -= 2 * __VERIFIER_nondet_uchar();
  }
  reach_error();
  return 0;
}
