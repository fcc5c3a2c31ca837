// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same, but the gain is lost when the gainer is 100.

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
    if (y != 100) {
      y++;
    }
  }
  __VERIFIER_assert(y == n);
  return 0;
}
