// The square of a number is taken to be at least zero.
#include <complex.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < -100 || a > 100 || b < -100 || b > 100) {
    return 0;
  }
  double complex z = a + b * I;
  z = z * z;
  if (creal(z) < 0 && cimag(z) == 0) {
    reach_error();
  }
  return 0;
}
