// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The number of elements, as an int, is no overflow; twice the last index is one.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1500000000) {
    return 0;
  }
  char a[n];
  int i = n - 1;
  a[i] = 1;
  return i + i + a[i] > 0;
}
