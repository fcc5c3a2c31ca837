// SPDX-License-Identifier: MIT OR Apache-2.0
//
// (x ^ mask) - mask is the absolute value except for the smallest number, where it overflows: no execution that C defines
// comes to the error.

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
  int mask = x < 0 ? -1 : 0;
  int absolute = (x ^ mask) - mask;
  __VERIFIER_assert(absolute >= 0);
  return 0;
}
