// SPDX-License-Identifier: MIT OR Apache-2.0
//
// -- behind a test that the number is positive.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) {
    x--;
  }
  return 0;
}
