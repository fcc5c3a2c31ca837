// The logistic function stays between 0 and 1, whatever an exponential is.
#include <math.h>
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (isnan(x)) {
    return 0;
  }
  float y = 1 / (1 + expf(-x));
  if (!(y >= 0 && y <= 1)) {
    reach_error();
  }
  return 0;
}
