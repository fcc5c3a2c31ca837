// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A product of odd numbers is odd, also when it wraps. Invariant: bit 0 of x is 1.

extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = 1;
  while (__VERIFIER_nondet_bool()) {
    x *= 2 * __VERIFIER_nondet_uint() + 1;
    __VERIFIER_assert(x != 0);
  }
  return 0;
}
