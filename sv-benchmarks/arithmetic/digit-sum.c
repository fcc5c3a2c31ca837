// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A number and the sum of its decimal digits leave the same remainder by 9.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned char sum = 0;
  for (unsigned char rest = n; rest != 0; rest /= 10) {
    sum += rest % 10;
  }
  __VERIFIER_assert(sum % 9 == n % 9);
  return 0;
}
