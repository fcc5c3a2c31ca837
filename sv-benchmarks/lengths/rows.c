// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two dimensions, both of any length: an element of a row is in no other.

extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar(), m = __VERIFIER_nondet_uchar();
  if (n < 2 || m < 20) {
    return 0;
  }
  char a[n][m];
  a[0][m - 1] = 1;
  a[1][0] = 2;
  __VERIFIER_assert(a[0][m - 1] == 1 && a[1][0] == 2);
  return 0;
}
