// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An array of any length is filled, and each element holds what it was filled with.

extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100000) {
    return 0;
  }
  char a[n];
  for (unsigned i = 0; i < n; i++) {
    a[i] = 1;
  }
  unsigned j = __VERIFIER_nondet_uint();
  __VERIFIER_assert(j >= n || a[j] == 1);
  return 0;
}
