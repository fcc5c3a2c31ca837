// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Four bytes each: as many as a machine of 32 bits has.

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
  if (n == 0 || n > 100000000) {
    return 0;
  }
  int a[n];
  a[n / 2] = 3;
  a[n - 1] = 4;
  __VERIFIER_assert(a[n / 2] == 3 || n <= 2);
  return 0;
}
