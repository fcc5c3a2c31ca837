// SPDX-License-Identifier: MIT OR Apache-2.0
//
// x starts at 10 and grows by 2 until it is below 10, which it is when it has wrapped: then it is
// even.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = 10;
  while (x >= 10) {
    x += 2;
  }
  __VERIFIER_assert(x % 2 == 0);
  return 0;
}
