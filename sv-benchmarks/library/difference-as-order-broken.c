// Numbers that are compared by their difference: it may overflow.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int numbers[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  qsort(numbers, 2, sizeof numbers[0], compare);
  return 0;
}
