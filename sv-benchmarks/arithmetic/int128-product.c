// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The product of a 10-bit and a 64-bit number fits 128 bits; its upper half is at most the first
// factor.

extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong() & 1023, b = __VERIFIER_nondet_ulonglong();
  unsigned __int128 product = (unsigned __int128)a * b;
  unsigned long long high = (unsigned long long)(product >> 64);
  __VERIFIER_assert(high <= a);
  return 0;
}
