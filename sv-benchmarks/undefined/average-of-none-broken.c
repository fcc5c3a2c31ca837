// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The average of what was counted, if anything was. Here it goes wrong.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int count = 0, sum = 0, next = __VERIFIER_nondet_int();
  while (next > 0 && count < 100) {
    sum += next % 10;
    count++;
    next = __VERIFIER_nondet_int();
  }
  if (sum >= 0) {
    return sum / count;
  }
  return 0;
}
