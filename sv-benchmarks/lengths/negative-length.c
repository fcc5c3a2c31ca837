// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An array of a negative number of elements is undefined: no error behind it counts, and the length is checked
// before.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) {
    return 0;
  }
  char a[n];
  a[n - 1] = 1;
  __VERIFIER_assert(n > 0 && a[n - 1] == 1);
  return 0;
}
