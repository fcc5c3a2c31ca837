// A point of the unit square that is turned three times leaves this square.
#include <math.h>
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(fabsf(x) <= 1 && fabsf(y) <= 1)) {
    return 0;
  }
  for (int i = 0; i < 3; i++) {
    float turned = 0.8f * x - 0.6f * y;
    y = 0.6f * x + 0.8f * y;
    x = turned;
  }
  if (fabsf(x) > 1.2f || fabsf(y) > 1.2f) {
    reach_error();
  }
  return 0;
}
