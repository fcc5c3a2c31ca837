// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The right side of && is not evaluated when the left is 0, so the division by zero does not happen.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 0 && 10 / x > 10) {
    reach_error();
  }
  return 0;
}
