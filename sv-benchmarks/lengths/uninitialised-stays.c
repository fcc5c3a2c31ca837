// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What such an array holds at first may be anything, but stays what it is.

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
  if (i < 0 || i >= 50000 || j < 0 || j >= 50000) {
    return 0;
  }
  int before = a[j];
  a[i] = 5;
  __VERIFIER_assert(i == j || a[j] == before);
  return 0;
}
