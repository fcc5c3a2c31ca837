// Four million bytes on the heap, each index below their number. Safe.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int *a = malloc(1000000 * sizeof *a);
  for (unsigned n = 0; n < 1000000; n++)
    if (__VERIFIER_nondet_uint()) a[n] = 1;
  free(a);
  return 0;
}
