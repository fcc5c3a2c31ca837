// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A ring buffer of 8 places: head, tail and level fit together. Invariant: (head - tail) mod 8 is the
// level mod 8.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char head = 0, tail = 0, level = 0;
  while (1) {
    if (__VERIFIER_nondet_bool()) {
      if (level < 8) {
        head = (head + 1) & 7;
        level++;
      }
    } else if (level > 0) {
      tail = (tail + 1) & 7;
      level--;
    }
    __VERIFIER_assert(level <= 8 && ((head - tail) & 7) == (level & 7));
  }
}
