// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A test for overflow that needs the overflow to have happened.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x + 1 < x) {
    return 1;
  }
  return 0;
}
