// As large-million-heap, with one index too many.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int *a = malloc(1000000 * sizeof *a);
  for (unsigned n = 0; n < 1000001; n += 1000)
    if (__VERIFIER_nondet_uint()) a[n] = 1;
  free(a);
  return 0;
}
