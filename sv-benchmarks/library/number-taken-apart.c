// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Twelve is three quarters of sixteen.

#include <math.h>
extern void reach_error(void);
int main(void) {
  int exponent;
  long double part = frexpl(12.0L, &exponent);
  if (part != 0.75L || exponent != 4 || ldexpl(part, 2) != 3.0L)
    reach_error();
  return 0;
}
