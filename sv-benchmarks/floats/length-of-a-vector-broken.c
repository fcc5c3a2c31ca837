// The corners of a square are farther from its middle than this.
#include <math.h>
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x >= -3 && x <= 3 && y >= -3 && y <= 3) {
    float length = sqrtf(x * x + y * y);
    if (length > 4.2426f) {
      reach_error();
    }
  }
  return 0;
}
