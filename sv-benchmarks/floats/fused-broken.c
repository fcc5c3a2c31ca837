// ... so that they may differ.
#include <math.h>
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 1 && x < 2) {
    float product = x * x;
    if (fmaf(x, x, -product) != 0) {
      reach_error();
    }
  }
  return 0;
}
