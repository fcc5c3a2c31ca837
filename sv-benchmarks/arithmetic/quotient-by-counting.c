// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A division that counts: what it has found and what is left make up the number.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}

int main(void) {
  int number = __VERIFIER_nondet_int();
  int divisor = __VERIFIER_nondet_int();
  if (number < 0 || divisor == 0) {
    return 0;
  }
  long long quotient = 0, counted = 0, left = number;
  while (left != 0) {
    left--;
    if (counted + 1 == divisor) {
      quotient++;
      counted = 0;
    } else {
      counted++;
    }
  }
  __VERIFIER_assert(quotient * divisor + counted == number);
  return 0;
}
