// SPDX-License-Identifier: MIT OR Apache-2.0
//
// x is 1 modulo 4 for ever: it grows by 4 and is multiplied by 5. Invariant: the two low bits are 01.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = 1;
  while (1) {
    if (__VERIFIER_nondet_bool()) {
      x += 4;
    } else {
      x *= 5;
    }
    __VERIFIER_assert((x & 3) == 1);
  }
}
