// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The elements of a large array are 0 to 10: their sum is at least 0, and at most ten for each.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int marks[100000];

int main(void) {
  for (int i = 0; i < 100000; i++) {
    int mark = __VERIFIER_nondet_int();
    if (mark < 0 || mark > 10) {
      abort();
    }
    marks[i] = mark;
  }
  int sum = 0;
  for (int i = 0; i < 100000; i++) {
    sum += marks[i];
  }
  if (sum < 0 || sum > 1000000) {
    reach_error();
  }
  return 0;
}
