// Whichever elements qsort compares, their difference fits.
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int numbers[3] = {1000000000, 0, -1000000000};
  qsort(numbers, 3, sizeof numbers[0], compare);
  return 0;
}
