// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An array as long as the program reads, up to three.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 3) {
    return 0;
  }
  unsigned char a[n], largest = 0;
  for (unsigned i = 0; i < n; i++) {
    a[i] = i;
  }
  for (unsigned i = 0; i < n; i++) {
    if (a[i] > largest) {
      largest = a[i];
    }
  }
  if (largest >= n) {
    reach_error();
  }
  return 0;
}
