// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A char that is plain is signed here: 0xff compares as -1.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  char c = (char)0xff;
  __VERIFIER_assert(c == 0xff);
  return 0;
}
