// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A ring buffer of 8 places whose test lets a ninth in: the shortest run has 9 turns.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char level = 0;
  while (1) {
    if (__VERIFIER_nondet_bool()) {
      if (level <= 8) {
        level++;
      }
    } else if (level > 0) {
      level--;
    }
    __VERIFIER_assert(level <= 8);
  }
}
