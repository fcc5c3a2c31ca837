// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Not all pairs are coprime: 6 and 4 are the least that the claim forgets.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  if (x == y || x < 4 || y < 4) {
    return 0;
  }
  while (y != 0) {
    unsigned char rest = x % y;
    x = y;
    y = rest;
  }
  __VERIFIER_assert(x == 1);
  return 0;
}
