// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The negation of an unsigned number wraps: no overflow.

extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  x = -x;
  return 0;
}
