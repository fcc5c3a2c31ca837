// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Floating-point code that cannot be reached costs nothing.

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
  if ((x & 1) == 1 && x % 2 == 0) {
    float f = (float)x * 0.5f;
    x = (unsigned int)f;
    __VERIFIER_assert(x != 3);
  }
  return 0;
}
