// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The length of an array is that of its declaration, also when the variable changes.

extern void abort(void);
extern short __VERIFIER_nondet_short(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  short n = __VERIFIER_nondet_short();
  if (n < 100) {
    return 0;
  }
  int a[n];
  int last = n - 1;
  n = 1;
  a[last] = 4;
  __VERIFIER_assert(sizeof a == (last + 1) * sizeof(int) && a[last] == 4);
  return 0;
}
