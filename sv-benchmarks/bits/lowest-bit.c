// SPDX-License-Identifier: MIT OR Apache-2.0
//
// x & -x is the lowest one of x.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int lowest = x & -x;
  __VERIFIER_assert((lowest & (lowest - 1)) == 0 && (x == 0 || (x & lowest) != 0) && ((x ^ lowest) & lowest) == 0);
  return 0;
}
