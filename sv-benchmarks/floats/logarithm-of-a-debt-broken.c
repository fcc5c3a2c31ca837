// Of a number below zero there is no logarithm.
#include <math.h>
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > -1000 && x < 1000 && isnan(log(x))) {
    reach_error();
  }
  return 0;
}
