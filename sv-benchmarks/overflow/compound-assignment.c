// SPDX-License-Identifier: MIT OR Apache-2.0
//
// += on a short is done in int and narrowed; *= of two shorts in int fits too.

extern short __VERIFIER_nondet_short(void);
int main(void) {
  short x = __VERIFIER_nondet_short(), y = __VERIFIER_nondet_short();
  x += y;
  x *= y;
  return 0;
}
