// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An array of many bytes that nothing initialises may hold anything, also far behind its first elements.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}

int main(void) {
  int a[50000];
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i >= 50000 || j < 1000 || j >= 50000) {
    return 0;
  }
  a[i] = 0;
  __VERIFIER_assert(a[j] != 777777);
  return 0;
}
