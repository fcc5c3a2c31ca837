// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The last element holds the length, which is at most 100000.

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
  unsigned a[n];
  a[n - 1] = n;
  __VERIFIER_assert(a[n - 1] <= 100000);
  return 0;
}
