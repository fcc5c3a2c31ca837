// SPDX-License-Identifier: MIT OR Apache-2.0
//
// 1 + 2 + … + n is n * (n + 1) / 2, for n below 16: every run ends within 15 turns.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint() & 15, sum = 0;
  for (unsigned int i = 1; i <= n; i++) {
    sum += i;
  }
  __VERIFIER_assert(sum == n * (n + 1) / 2);
  return 0;
}
