// Which of equal elements comes first is open: sorting by tens may turn them round.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

#include <stdlib.h>

static int by_tens(const void *a, const void *b) { return *(const int *)a / 10 - *(const int *)b / 10; }

int main(void) {
  int numbers[2] = {11, 12};
  qsort(numbers, 2, sizeof numbers[0], by_tens);
  if (numbers[0] != 11) {
    reach_error();
  }
  return 0;
}
