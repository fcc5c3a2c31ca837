// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Memory that is allocated in one round of a loop is given back in the next one, but not always.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *current = malloc(sizeof *current);
  *current = 0;
  while (__VERIFIER_nondet_int()) {
    int kept = *current;
    if (kept != 5) {
      free(current);
    }
    current = malloc(sizeof *current);
    *current = kept + 1 < 100 ? kept + 1 : 0;
  }
  free(current);
  return 0;
}
