// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The last index is the length.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 4) {
    return 0;
  }
  unsigned a[n];
  for (unsigned i = 0; i <= n; i++) {
    a[i] = i;
  }
  return 0;
}
