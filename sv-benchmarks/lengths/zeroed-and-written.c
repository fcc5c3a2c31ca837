// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One of many zeros is written over, and read again.

extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1000 || n > 100000) {
    return 0;
  }
  int *a = calloc(n, sizeof *a);
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i < n && j < n) {
    a[j] = 5;
    __VERIFIER_assert(a[i] == 0);
  }
  free(a);
  return 0;
}
