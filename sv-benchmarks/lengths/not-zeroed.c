// SPDX-License-Identifier: MIT OR Apache-2.0
//
// malloc gives anything: also behind what is small.

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
  if (n == 0 || n > 100000) {
    return 0;
  }
  int *a = malloc(n * sizeof *a);
  unsigned i = __VERIFIER_nondet_uint();
  if (i < n) {
    __VERIFIER_assert(a[i] == 0);
  }
  free(a);
  return 0;
}
