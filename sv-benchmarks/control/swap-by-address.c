// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function swaps two locals through their addresses: after inlining there is no memory left.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
static void swap(int *one, int *two) {
  int kept = *one;
  *one = *two;
  *two = kept;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int a = x, b = y;
  swap(&a, &b);
  __VERIFIER_assert(a == y && b == x);
  return 0;
}
