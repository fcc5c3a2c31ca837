// SPDX-License-Identifier: MIT OR Apache-2.0
//
// quotient * divisor + remainder is the dividend, also for negative numbers (8 bits, no -128 / -1
// after promotion).

extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  signed char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();
  if (b == 0) {
    return 0;
  }
  int quotient = a / b, remainder = a % b;
  __VERIFIER_assert(quotient * b + remainder == a);
  return 0;
}
