// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Every path writes the local before it is read.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int x;
  if (__VERIFIER_nondet_bool()) {
    x = 1;
  } else {
    x = 2;
  }
  __VERIFIER_assert(x == 1 || x == 2);
  return 0;
}
