// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An unsigned number is never below 0: the countdown goes on behind 0 at 255.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  for (unsigned char i = 3; i >= 0; i--) {
    __VERIFIER_assert(i <= 3);
  }
  return 0;
}
