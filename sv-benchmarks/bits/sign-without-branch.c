// SPDX-License-Identifier: MIT OR Apache-2.0
//
// (x > 0) - (x < 0) is the sign of x.

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
  int sign = (x > 0) - (x < 0);
  __VERIFIER_assert(sign == (x < 0 ? -1 : x == 0 ? 0 : 1));
  return 0;
}
