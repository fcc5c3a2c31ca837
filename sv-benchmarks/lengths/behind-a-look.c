// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The error comes with more than two million bytes, behind a look at whether they are there.

extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 3000000) {
    return 0;
  }
  char *a = malloc(n);
  if (!a) {
    return 0;
  }
  a[n - 1] = 1;
  __VERIFIER_assert(n < 2000000 || a[n - 1] == 0);
  free(a);
  return 0;
}
