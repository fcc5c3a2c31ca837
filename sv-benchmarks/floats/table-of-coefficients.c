// A polynomial whose coefficients stand in an array, in a loop, with numbers of 32-bit machines.
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

static const double coefficients[5] = {1, 1, 0.5, 0.16666666666666667, 0.041666666666666667};

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > -0.5 && x < 0.5)) {
    return 0;
  }
  double sum = 0;
  for (int i = 4; i >= 0; i--) {
    sum = sum * x + coefficients[i];
  }
  if (sum < 0.6 || sum > 1.6488) {
    reach_error();
  }
  return 0;
}
