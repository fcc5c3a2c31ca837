// What is neither infinite nor less than infinite is no number.
#include <math.h>
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!isinf(x) && !(fabs(x) < INFINITY)) {
    reach_error();
  }
  return 0;
}
