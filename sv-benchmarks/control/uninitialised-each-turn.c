// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A local declared in a loop is new in each turn: two turns may see two values.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int first = 0, turn = 0;
  while (__VERIFIER_nondet_bool() && turn < 2) {
    int x;
    if (turn == 0) {
      first = x;
    } else {
      __VERIFIER_assert(x == first);
    }
    turn++;
  }
  return 0;
}
