// SPDX-License-Identifier: MIT OR Apache-2.0
//
// 2^64 - 1 plus 1 carries into the upper half: a claim that it does not fails for one value.

extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned __int128 wide = __VERIFIER_nondet_ulonglong();
  wide += 1;
  __VERIFIER_assert((wide >> 64) == 0);
  return 0;
}
