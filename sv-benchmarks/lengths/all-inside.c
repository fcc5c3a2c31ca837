// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An index that is less than the length is inside, however long the array is.

extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100000) {
    return 0;
  }
  char *a = malloc(n);
  unsigned i = __VERIFIER_nondet_uint();
  if (i < n) {
    a[i] = 1;
  }
  free(a);
  return 0;
}
