// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function with three returns never gives 0.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
static int sign(int x) {
  if (x < 0) {
    return -1;
  }
  if (x > 0) {
    return 1;
  }
  return 2;
}
int main(void) {
  __VERIFIER_assert(sign(__VERIFIER_nondet_int()) != 0);
  return 0;
}
