// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function writes through the address of a local: after inlining there is no memory left.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
static void twice(int *x) { *x = *x * 2; }
int main(void) {
  int x = __VERIFIER_nondet_int() & 255;
  int y = x;
  twice(&x);
  __VERIFIER_assert(x == y + y);
  return 0;
}
