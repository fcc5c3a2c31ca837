// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The exponents of the smallest numbers are lower than that of the smallest normal one.

#include <float.h>
#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (isfinite(x)) {
    int exponent;
    frexpf(x, &exponent);
    if (exponent < FLT_MIN_EXP) {
      reach_error();
    }
  }
  return 0;
}
