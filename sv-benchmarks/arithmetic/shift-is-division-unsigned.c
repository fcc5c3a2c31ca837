// SPDX-License-Identifier: MIT OR Apache-2.0
//
// For an unsigned number a shift by 3 is a division by 8.

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
  __VERIFIER_assert(x >> 3 == x / 8);
  return 0;
}
