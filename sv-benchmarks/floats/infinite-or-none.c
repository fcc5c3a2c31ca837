// What is infinite is a number, and its sign is told.
#include <math.h>
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = x - x;
  if (isinf(y) || (isinf(x) && isnan(x)) || (isinf(x) && (isinf(x) > 0) != (x > 0))) {
    reach_error();
  }
  return 0;
}
