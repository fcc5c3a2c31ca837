// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The Collatz sequence of every start below 20 stays below 200.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int n = __VERIFIER_nondet_uchar();
  if (n == 0 || n >= 20) {
    return 0;
  }
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    __VERIFIER_assert(n < 200);
  }
  return 0;
}
