// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The divisor is the difference of two numbers that are ordered.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a <= b) {
    return 0;
  }
  return (int)(100u % (a - b));
}
