// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A sum of 64-bit numbers under ILP32.

extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x > 9223372036854775800LL) {
    x += 8;
  }
  return 0;
}
