// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Three exclusive ors swap two variables.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned int x = a, y = b;
  x ^= y;
  y ^= x;
  x ^= y;
  __VERIFIER_assert(x == b && y == a);
  return 0;
}
