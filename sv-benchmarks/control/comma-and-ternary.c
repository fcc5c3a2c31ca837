// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The comma operator gives its right side; the ternary evaluates one arm.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  int z = (y = 5, x > 0) ? y : y++;
  __VERIFIER_assert(z == 5 && (x > 0) == (y == 5));
  return 0;
}
