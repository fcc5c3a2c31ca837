// SPDX-License-Identifier: MIT OR Apache-2.0
//
// -1 compared with an unsigned 1 is converted to 4294967295.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int minus = -1;
  unsigned int one = 1;
  __VERIFIER_assert(minus < one);
  return 0;
}
