// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A lock is taken only when it is free and released only when it is held.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int held = 0;
  while (1) {
    int taken = 0;
    if (__VERIFIER_nondet_bool()) {
      __VERIFIER_assert(!held);
      held = 1;
      taken = 1;
    }
    if (taken) {
      __VERIFIER_assert(held);
      held = 0;
    }
  }
}
