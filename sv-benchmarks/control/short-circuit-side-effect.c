// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The right side of || counts, but only when it is evaluated.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int count = 0;
  _Bool a = __VERIFIER_nondet_bool();
  if (a || ++count) {
    __VERIFIER_assert(count == !a);
  }
  return 0;
}
