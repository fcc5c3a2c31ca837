// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One way out does not free.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(sizeof(int));
  *p = 1;
  if (__VERIFIER_nondet_int() == 77) {
    return 1;
  }
  free(p);
  return 0;
}
