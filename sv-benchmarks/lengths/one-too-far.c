// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The loop writes one element too many; with 40000 elements or more alone.

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
  if (i < n || (i == n && n > 40000)) {
    a[i] = 1;
  }
  free(a);
  return 0;
}
