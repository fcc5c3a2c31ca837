// SPDX-License-Identifier: MIT OR Apache-2.0
//
// -6 divided by an unsigned 2 is not -3: the dividend is converted first.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int a = -6;
  unsigned int two = 2;
  __VERIFIER_assert((int)(a / two) == -3);
  return 0;
}
