// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The pointer walks to one past the end and writes there.

extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100000) {
    return 0;
  }
  char *a = malloc(n), *end = a + n;
  for (char *p = a; p <= end; p++) {
    *p = 1;
  }
  free(a);
  return 0;
}
