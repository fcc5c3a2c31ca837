// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A counter that stops at 1000 never gets beyond it. Invariant: count <= 1000.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int count = 0;
  while (__VERIFIER_nondet_bool()) {
    if (count < 1000) {
      count++;
    }
  }
  __VERIFIER_assert(count <= 1000);
  return 0;
}
