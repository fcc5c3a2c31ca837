// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two crossing lights with timers are never green together.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
enum { RED, GREEN, YELLOW };
int main(void) {
  unsigned char a = GREEN, b = RED, timer = 0;
  while (1) {
    timer++;
    if (a == GREEN && timer > 10 && __VERIFIER_nondet_bool()) {
      a = YELLOW;
      timer = 0;
    } else if (a == YELLOW && timer > 2) {
      a = RED;
      b = GREEN;
      timer = 0;
    } else if (b == GREEN && timer > 10 && __VERIFIER_nondet_bool()) {
      b = YELLOW;
      timer = 0;
    } else if (b == YELLOW && timer > 2) {
      b = RED;
      a = GREEN;
      timer = 0;
    }
    __VERIFIER_assert(a == RED || b == RED);
  }
}
