// SPDX-License-Identifier: MIT OR Apache-2.0
//
// With the unsigned number cast to int the comparison is what it seems.

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
  __VERIFIER_assert(minus < (int)one);
  return 0;
}
