// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is written to one array is not in the other, whatever their lengths are.

extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100000 || m == 0 || m > 100000) {
    return 0;
  }
  int a[n], b[m];
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i < n && j < m) {
    a[i] = 1;
    b[j] = 2;
    __VERIFIER_assert(a[i] == 1 && b[j] == 2);
  }
  return 0;
}
