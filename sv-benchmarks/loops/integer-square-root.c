// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The square root found by counting is the greatest number whose square is not above n.

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
  unsigned int root = 0;
  while ((root + 1) * (root + 1) <= n) {
    root++;
  }
  __VERIFIER_assert(root * root <= n && root <= 15);
  return 0;
}
