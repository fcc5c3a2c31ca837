// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A loop made of goto, with a counter modulo 7 that never gets to 7.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int k = 0;
again:
  k = (k + 1) % 7;
  __VERIFIER_assert(k < 7);
  if (__VERIFIER_nondet_bool()) {
    goto again;
  }
  return 0;
}
