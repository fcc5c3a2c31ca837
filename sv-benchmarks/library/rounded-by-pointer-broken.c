// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The direction of rounding also holds for a function that is called through a pointer.

#include <fenv.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void abort(void);
void reach_error(void) { abort(); }

static double apply(double (*function)(double), double x) { return function(x); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x != 2 || fesetround(FE_DOWNWARD) != 0) {
    return 1;
  }
  if (apply(sqrt, x) == 0x1.6a09e667f3bccp+0) {
    reach_error();
  }
  return 0;
}
