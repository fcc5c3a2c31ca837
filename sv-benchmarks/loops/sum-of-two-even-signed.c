// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same with signed variables: the first doubling may already leave the type.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int x = 1, y = 1;
  while (1) {
    x = x + 2 * __VERIFIER_nondet_int();
    y = y + 4 * __VERIFIER_nondet_int();
    __VERIFIER_assert(x + y != 1);
  }
}
