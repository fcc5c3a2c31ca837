// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Unsigned sums wrap: no overflow.

extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  x = x + 4294967295u;
  return 0;
}
