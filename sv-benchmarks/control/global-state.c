// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A global changed by functions; the error needs three calls in one order.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int state = 0;
void on(void) { state = state == 0 ? 1 : 0; }
void off(void) { state = state == 1 ? 2 : 0; }
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      __VERIFIER_assert(state != 2);
      on();
    } else {
      off();
    }
  }
  return 0;
}
