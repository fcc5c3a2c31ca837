// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each round adds one or three: after n rounds the sum is n to 3n.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 100000) {
    return 0;
  }
  for (int i = 0; i < n; i++) {
    sum += __VERIFIER_nondet_int() ? 3 : 1;
  }
  if (sum < n || sum > 3 * n) {
    reach_error();
  }
  return 0;
}
