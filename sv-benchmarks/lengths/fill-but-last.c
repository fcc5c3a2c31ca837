// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The last of any number of elements is not filled, and holds something else.

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
  a[n - 1] = 7;
  for (unsigned i = 0; i < n - 1; i++) {
    a[i] = 1;
  }
  unsigned j = __VERIFIER_nondet_uint();
  __VERIFIER_assert(j >= n || a[j] == 1);
  return 0;
}
