// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A 32-bit variable wraps in four strides of 2^30 and is then back at its start.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = 5;
  while (__VERIFIER_nondet_bool()) {
    x += 1073741824u;
    __VERIFIER_assert(x > 5);
  }
  return 0;
}
