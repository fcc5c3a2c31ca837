// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same under ILP32, where long is as wide as int.

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  long z = (long)x * y;
  (void)z;
  return 0;
}
