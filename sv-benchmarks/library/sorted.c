// qsort sorts: each element is no larger than the next one.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

#include <stdlib.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int numbers[2];
  for (int i = 0; i < 2; i++) {
    numbers[i] = __VERIFIER_nondet_int();
  }
  qsort(numbers, 2, sizeof numbers[0], compare);
  if (numbers[0] > numbers[1]) {
    reach_error();
  }
  return 0;
}
