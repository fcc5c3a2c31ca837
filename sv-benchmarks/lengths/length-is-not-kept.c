// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The variable that was the length has grown: the new length leads out of the array.

extern void abort(void);
extern short __VERIFIER_nondet_short(void);
int main(void) {
  short n = __VERIFIER_nondet_short();
  if (n < 100 || n > 1000) {
    return 0;
  }
  int a[n];
  n++;
  a[n - 1] = 4;
  return 0;
}
