// floor, ceil, trunc and round of a number give integers next to it.
#include <math.h>
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > -1000 && x < 1000) {
    if (floorf(x) > x || ceilf(x) < x || fabsf(truncf(x)) > fabsf(x) || fabsf(roundf(x) - x) > 0.5f) {
      reach_error();
    }
  }
  return 0;
}
