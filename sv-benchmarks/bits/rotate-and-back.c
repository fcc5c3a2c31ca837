// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A rotation to the left by 1 to 31 is undone by one to the right.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint() & 31;
  if (n == 0) {
    return 0;
  }
  unsigned int left = (x << n) | (x >> (32 - n));
  __VERIFIER_assert(((left >> n) | (left << (32 - n))) == x);
  return 0;
}
