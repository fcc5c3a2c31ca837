// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A signed number shifted right by 31 is its sign: -1 or 0 (as clang and gcc define it).

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
  __VERIFIER_assert(x >> 31 == (x < 0 ? -1 : 0));
  return 0;
}
