// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A conversion to _Bool gives 0 or 1, not the low bit.

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
  _Bool b = x;
  __VERIFIER_assert(b == (x != 0));
  return 0;
}
