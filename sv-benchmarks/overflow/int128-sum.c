// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The sum of two 64-bit numbers fits 128 bits.

extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  __int128 x = __VERIFIER_nondet_longlong(), y = __VERIFIER_nondet_longlong();
  __int128 sum = x + y;
  (void)sum;
  return 0;
}
