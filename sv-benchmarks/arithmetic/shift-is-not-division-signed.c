// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A division rounds to 0 and a shift downwards: they differ for -1.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert(x >> 3 == x / 8);
  return 0;
}
