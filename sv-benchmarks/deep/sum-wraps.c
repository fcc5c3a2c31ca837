// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Gauss's formula for the sum of 0 to n does not hold where the product wraps: halving it then loses a bit. The smallest such n
// is 65536, whose 2^16 turns of the loop are a long way to unroll, and there is no invariant that would be a proof.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i, sum = 0;
  for (i = 0; i <= n; i++) {
    sum += i;
  }
  if (sum != n * (n + 1) / 2) {
    reach_error();
  }
  return 0;
}
