// modf: both parts have the sign, and their sum is the number.
#include <math.h>
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > -100 && x < 100) {
    float whole, rest = modff(x, &whole);
    if (whole + rest != x || (x > 0 && rest < 0) || fabsf(rest) >= 1) {
      reach_error();
    }
  }
  return 0;
}
