// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Adding 6 where a digit is above 9 adds two decimal digits.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar() & 15, b = __VERIFIER_nondet_uchar() & 15;
  if (a > 9 || b > 9) {
    return 0;
  }
  unsigned char sum = a + b;
  if (sum > 9) {
    sum += 6;
  }
  __VERIFIER_assert((sum >> 4) * 10 + (sum & 15) == a + b);
  return 0;
}
