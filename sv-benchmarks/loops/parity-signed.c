// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same with a signed variable: as a signed sum it leaves its type.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int x = 2147483600;
  while (__VERIFIER_nondet_bool()) {
    x += 2;
  }
  __VERIFIER_assert(x % 2 == 0);
  return 0;
}
