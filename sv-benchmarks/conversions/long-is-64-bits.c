// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same program under LP64: there is an upper half.

extern unsigned long __VERIFIER_nondet_ulong(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  __VERIFIER_assert((x >> 31) >> 1 == 0);
  return 0;
}
