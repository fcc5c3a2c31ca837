// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function adds as many numbers as it is told: the six registers that arguments go through are not enough for them.

#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(int count, ...) {
  va_list rest;
  int total = 0;
  va_start(rest, count);
  for (int i = 0; i < count; i++) {
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
  if (sum(7, 1, 2, 3, n, 5, 6, 7) != 24 + n || sum(0) != 0) {
    reach_error();
  }
}
