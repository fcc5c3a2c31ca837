// SPDX-License-Identifier: MIT OR Apache-2.0
//
// calloc gives zeros, as many as it is asked for.

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
  if (n == 0 || n > 100000) {
    return 0;
  }
  int *a = calloc(n, sizeof *a);
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i < n && j < n) {
    a[j] = 5;
    __VERIFIER_assert(a[i] == 0 || i == j);
  }
  free(a);
  return 0;
}
