// SPDX-License-Identifier: MIT OR Apache-2.0
//
// 128 bits overflow too: only for the smallest number in the upper half.

extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  __int128 x = (__int128)((unsigned __int128)__VERIFIER_nondet_ulonglong() << 64);
  x = x - 1;
  return x == 0;
}
