// nextafter: there is nothing between a number and the next one.
#include <math.h>
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x > 1 && x < 2) {
    float next = nextafterf(x, 3);
    if (y > x && y < next) {
      reach_error();
    }
  }
  return 0;
}
