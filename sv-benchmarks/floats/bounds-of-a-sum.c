// Bounds of a sum, computed as interval arithmetic does: the sum to nearest is between them.
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
  fesetround(FE_TONEAREST);
  float sum = x + y;
  if (!(low <= sum && sum <= high)) {
    reach_error();
  }
  return 0;
}
