// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The first light may go from yellow back to green while the second has become green.

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
  unsigned char a = GREEN, b = RED;
  while (1) {
    if (a == GREEN && __VERIFIER_nondet_bool()) {
      a = YELLOW;
    } else if (a == YELLOW && b == RED) {
      b = GREEN;
      a = __VERIFIER_nondet_bool() ? RED : GREEN;
    } else if (b == GREEN && __VERIFIER_nondet_bool()) {
      b = YELLOW;
    } else if (b == YELLOW) {
      b = RED;
      a = GREEN;
    }
    __VERIFIER_assert(a == RED || b == RED);
  }
}
