// SPDX-License-Identifier: MIT OR Apache-2.0
//
// x starts even and grows by 2: it stays even even when it wraps. Invariant: bit 0 of x is 0.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = 0;
  while (__VERIFIER_nondet_bool()) {
    x += 2;
  }
  __VERIFIER_assert(x % 2 == 0);
  return 0;
}
