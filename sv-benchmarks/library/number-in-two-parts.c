// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A number is put together again from what it is taken apart into.

#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (isfinite(x)) {
    int exponent;
    float part = frexpf(x, &exponent);
    if (x != 0 && (fabsf(part) < 0.5f || fabsf(part) >= 1) || ldexpf(part, exponent) != x) {
      reach_error();
    }
  }
  return 0;
}
