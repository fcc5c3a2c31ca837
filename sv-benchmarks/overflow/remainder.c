// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The remainder of the smallest number by -1 overflows too.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int z = x % -1;
  (void)z;
  return 0;
}
