// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Narrowing keeps the low bits, whatever the sign.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char low = (unsigned char)x;
  __VERIFIER_assert(low == (x & 255));
  return 0;
}
