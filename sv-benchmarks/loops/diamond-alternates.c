// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each turn takes one of two branches; the error needs them to alternate for 24 turns. Shortest run:
// 24 turns.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char last = 0, changes = 0;
  while (1) {
    if (__VERIFIER_nondet_bool()) {
      changes = last == 2 ? changes + 1 : 0;
      last = 1;
    } else {
      changes = last == 1 ? changes + 1 : 0;
      last = 2;
    }
    __VERIFIER_assert(changes != 23);
  }
}
