// copysign, fabs and signbit see the sign of a zero.
#include <math.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  double zero = __VERIFIER_nondet_int() ? 0.0 : -0.0;
  if (fabs(copysign(2, zero)) != 2 || (copysign(2, zero) < 0) != (signbit(zero) != 0) || signbit(fabs(zero))) {
    reach_error();
  }
  return 0;
}
