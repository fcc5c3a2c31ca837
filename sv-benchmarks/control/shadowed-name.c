// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An inner variable of the same name is another variable.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int x = 1;
  if (__VERIFIER_nondet_bool()) {
    int x = 2;
    x++;
    (void)x;
  }
  __VERIFIER_assert(x == 1);
  return 0;
}
