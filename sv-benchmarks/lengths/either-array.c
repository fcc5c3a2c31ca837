// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A pointer to one of two arrays, far inside: it may be the other's element that is written.

extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n < 500 || n > 100000 || m < 500 || m > 100000) {
    return 0;
  }
  int a[n], b[m];
  a[400] = 1;
  b[400] = 1;
  int *p = __VERIFIER_nondet_int() ? a : b;
  p[400] = 2;
  __VERIFIER_assert(a[400] == 2);
  return 0;
}
