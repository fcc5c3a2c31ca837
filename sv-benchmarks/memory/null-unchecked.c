// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The pointer is null for one input.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 4;
  int *p = __VERIFIER_nondet_int() != 12345 ? &x : 0;
  *p = 5;
  return 0;
}
