// SPDX-License-Identifier: MIT OR Apache-2.0
//
// From an odd number the loop would come to 101, after any number of turns: k-induction needs the
// parity.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char x = 0;
  while (__VERIFIER_nondet_bool()) {
    x += 2;
    __VERIFIER_assert(x != 101);
  }
  return 0;
}
