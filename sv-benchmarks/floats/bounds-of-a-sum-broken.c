// Bounds of a sum are taken to be equal.
#include <fenv.h>
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(x >= -1000 && x <= 1000 && y >= -1000 && y <= 1000)) {
    return 0;
  }
  fesetround(FE_DOWNWARD);
  float low = x + y;
  fesetround(FE_UPWARD);
  float high = x + y;
  if (low != high) {
    reach_error();
  }
  return 0;
}
