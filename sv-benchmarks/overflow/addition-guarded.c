// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same behind a test that keeps it inside.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 2147483647) {
    x = x + 1;
  }
  return 0;
}
