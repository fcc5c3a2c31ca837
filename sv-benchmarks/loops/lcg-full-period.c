// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A linear congruential generator modulo 2^32 with odd increment alternates between even and odd.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = 0, turn = 0;
  while (__VERIFIER_nondet_bool()) {
    x = 1103515245u * x + 12345u;
    turn ^= 1;
    __VERIFIER_assert((x & 1) == turn);
  }
  return 0;
}
