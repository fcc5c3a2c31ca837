// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A list of arguments is copied, and read twice by a function that gets it.

#include <stdarg.h>
extern void reach_error(void);

static int largest(int count, va_list rest) {
  int largest = va_arg(rest, int);
  while (--count > 0) {
    int next = va_arg(rest, int);
    if (next > largest) {
      largest = next;
    }
  }
  return largest;
}

static int distance(int count, ...) {
  va_list rest, copy;
  va_start(rest, count);
  va_copy(copy, rest);
  int first = va_arg(copy, int);
  va_end(copy);
  int last = largest(count, rest);
  va_end(rest);
  return last - first;
}

int main(void) {
  int (*function)(int, ...) = distance;
  if (function(4, 3, 9, 2, 8) != 6) {
    reach_error();
  }
}
