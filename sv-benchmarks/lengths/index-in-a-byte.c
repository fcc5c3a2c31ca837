// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A byte counts through 255 elements in the middle of a large array of zeros, but for one element that may be none: their sum may be two.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int a[300000];

int main(void) {
  int other = __VERIFIER_nondet_int();
  if (other >= 1100 && other < 300000) {
    a[other] = 2;
  }
  int sum = 0;
  unsigned char end = __VERIFIER_nondet_uchar();
  for (unsigned char k = 0; k < end; k++) {
    sum += a[k + 1100];
  }
  if (sum != 0) {
    reach_error();
  }
  return 0;
}
