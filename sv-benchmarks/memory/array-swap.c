// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Swapping two cells keeps the sum.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 3 || j < 0 || j > 3) {
    return 0;
  }
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
  if (a[0] + a[1] + a[2] + a[3] != 10) {
    reach_error();
  }
  return 0;
}
