// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A last call is a loop without a bound: the accumulator is one of two values. Not here: see the last condition.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned go(unsigned n, unsigned sum) {
  if (n == 0) {
    return sum;
  }
  return go(n - 1, sum ^ 5);
}
int main(void) {
  unsigned sum = go(__VERIFIER_nondet_uint(), 0);
  if (sum != 0) {
    reach_error();
  }
  return 0;
}
