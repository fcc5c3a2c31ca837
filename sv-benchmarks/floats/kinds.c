// isnan, isinf, isnormal and the like: each number is of one kind.
#include <math.h>
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  int kinds = (isnan(x) != 0) + (isinf(x) != 0) + (isnormal(x) != 0) + (fpclassify(x) == FP_ZERO) + (fpclassify(x) == FP_SUBNORMAL);
  if (kinds != 1 || (isfinite(x) != 0) != (x - x == 0)) {
    reach_error();
  }
  return 0;
}
