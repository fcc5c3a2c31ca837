// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same program under LP64: the unsigned int is converted to long, and -1 is below 1.

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
