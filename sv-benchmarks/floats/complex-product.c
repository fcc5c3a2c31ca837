// The product of a number and its conjugate is real.
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
  double complex square = z * conj(z);
  if (cimag(square) != 0 || creal(square) < 0 || creal(square) > 20000) {
    reach_error();
  }
  return 0;
}
