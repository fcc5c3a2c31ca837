// SPDX-License-Identifier: MIT OR Apache-2.0
//
// calloc may fail only if that is said: then what it gives is looked at before it is used.

extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100000) {
    return 0;
  }
  int *a = calloc(n, sizeof *a);
  if (!a) {
    return 0;
  }
  a[n - 1] = 1;
  free(a);
  return 0;
}
