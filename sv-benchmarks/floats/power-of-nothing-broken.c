// What is raised to the power of 0 is 1, also what is no number.
#include <math.h>
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = pow(x, 0);
  if (isnan(x) && !isnan(y)) {
    reach_error();
  }
  return 0;
}
