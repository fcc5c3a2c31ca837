// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Under ILP32 a long compared with an unsigned int is converted to unsigned: -1 is large.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  long minus = -1;
  unsigned int one = 1;
  __VERIFIER_assert(minus < one);
  return 0;
}
