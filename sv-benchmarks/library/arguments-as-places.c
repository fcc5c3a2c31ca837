// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each further argument is the place of a number that is set.

#include <stdarg.h>
#include <stdlib.h>

static void set(int count, ...) {
  va_list places;
  va_start(places, count);
  while (count-- > 0) {
    int *place = va_arg(places, int *);
    *place = count;
  }
  va_end(places);
}

int main(void) {
  int numbers[2];
  int *other = malloc(sizeof *other);
  if (other == 0) {
    return 1;
  }
  set(3, &numbers[0], &numbers[1], other);
  int first = numbers[0] - *other;
  free(other);
  return first;
}
