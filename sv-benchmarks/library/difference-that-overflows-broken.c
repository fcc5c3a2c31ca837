// Which elements qsort compares is open: the difference of the outer ones overflows.
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int numbers[3] = {-2147483647, 0, 2147483647};
  qsort(numbers, 3, sizeof numbers[0], compare);
  return 0;
}
