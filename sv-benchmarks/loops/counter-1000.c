// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A counter fails after 1000 turns: the shortest run has 1000 turns.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int turns = 0;
  while (__VERIFIER_nondet_bool()) {
    turns++;
    __VERIFIER_assert(turns != 1000);
  }
  return 0;
}
