// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What one variable loses the other gains: their sum stays what it was. Eight bits, so the invariant
// is small.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned char x = n, y = 0;
  while (x > 0) {
    x--;
    y++;
  }
  __VERIFIER_assert(y == n);
  return 0;
}
