// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Any index is read: most are outside.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0};
  return a[__VERIFIER_nondet_int()];
}
