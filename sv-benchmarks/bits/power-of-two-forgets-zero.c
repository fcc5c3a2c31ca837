// SPDX-License-Identifier: MIT OR Apache-2.0
//
// x & (x - 1) is 0 for the powers of two, but also for 0.

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
  if ((x & (x - 1)) == 0) {
    __VERIFIER_assert(x != 0);
  }
  return 0;
}
