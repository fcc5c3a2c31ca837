// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A do-while body runs before its condition is looked at.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int runs = 0;
  int n = __VERIFIER_nondet_int();
  do {
    runs = 1;
  } while (n < 0 && runs == 0);
  __VERIFIER_assert(runs == 0);
  return 0;
}
