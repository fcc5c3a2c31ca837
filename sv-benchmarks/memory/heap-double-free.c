// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What has been freed is freed again.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(8);
  free(p);
  if (__VERIFIER_nondet_int() > 5) {
    free(p);
  }
  return 0;
}
