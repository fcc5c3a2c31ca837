// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An assumption written as a test and abort.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
static void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  assume_abort_if_not(x > y);
  assume_abort_if_not(y > 100);
  __VERIFIER_assert(x > 101);
  return 0;
}
