// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same where it is never evaluated.

extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int u = __VERIFIER_nondet_uint();
  if (u > 5 && u < 3) {
    int x = 2147483647 + 1;
    (void)x;
  }
  return 0;
}
