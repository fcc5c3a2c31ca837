// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function adds as many numbers as it is told, but begins with the second one.

#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(int count, ...) {
  va_list rest;
  int total = 0;
  va_start(rest, count);
  va_arg(rest, int);
  for (int i = 1; i < count; i++) {
    total += va_arg(rest, int);
  }
  va_end(rest);
  return total;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) {
    return 0;
  }
  if (sum(3, n, 5, 6) != 11 + n) {
    reach_error();
  }
}
