// SPDX-License-Identifier: MIT OR Apache-2.0
//
// (a & b) + ((a ^ b) >> 1) is the average, without the carry that (a + b) / 2 loses.

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
  unsigned short average = (a & b) + ((a ^ b) >> 1);
  __VERIFIER_assert(average == (unsigned int)(a + b) / 2);
  return 0;
}
