// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The sum of any number of ones is their number: each element matters, and each is known once its loop has passed it.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int a[100000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) {
    return 0;
  }
  int sum = 0;
  for (int i = 0; i < n; i++) {
    a[i] = 1;
  }
  for (int i = 0; i < n; i++) {
    sum += a[i];
  }
  if (sum != n) {
    reach_error();
  }
  return 0;
}
