// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each further argument is the place of a number that is set; one is behind the end of an array.

#include <stdarg.h>

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
  set(3, &numbers[0], &numbers[1], &numbers[2]);
  return numbers[0];
}
