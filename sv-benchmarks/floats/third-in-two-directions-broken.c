// A third of a number is taken to be the same in two directions of rounding.
#include <fenv.h>
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }
#pragma STDC FENV_ACCESS ON

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 1 && x <= 8)) {
    return 0;
  }
  fesetround(FE_TOWARDZERO);
  double low = x / 3;
  fesetround(FE_UPWARD);
  double high = x / 3;
  if (low != high) {
    reach_error();
  }
  return 0;
}
