// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One path through the loop forgets to release.

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
    if (__VERIFIER_nondet_bool()) {
      __VERIFIER_assert(!held);
      held = 1;
      if (__VERIFIER_nondet_bool()) {
        continue;
      }
      held = 0;
    }
  }
}
