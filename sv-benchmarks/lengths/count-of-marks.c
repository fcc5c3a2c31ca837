// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Any elements of an array are marked with a one, the others with a zero: their sum is at most their number.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

unsigned char marks[50000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 50000) {
    return 0;
  }
  int count = 0;
  for (int i = 0; i < n; i++) {
    marks[i] = __VERIFIER_nondet_int() > 7 ? 1 : 0;
  }
  for (int i = 0; i < n; i++) {
    count += marks[i];
  }
  if (count > n) {
    reach_error();
  }
  return 0;
}
