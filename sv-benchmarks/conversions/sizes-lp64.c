// SPDX-License-Identifier: MIT OR Apache-2.0
//
// sizeof(long) is 8 and sizeof(int) is 4 under LP64.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  __VERIFIER_assert(sizeof(long) == 8 && sizeof(int) == 4);
  return 0;
}
