// Two steps of Newton find the root of what lies between 1 and 4.
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double a = __VERIFIER_nondet_double();
  if (a >= 1 && a <= 4) {
    double x = (a + 1) / 2;
    for (int i = 0; i < 2; i++) {
      x = (x + a / x) / 2;
    }
    double rest = x * x - a;
    if (!(rest > -0.01 && rest < 0.01)) {
      reach_error();
    }
  }
  return 0;
}
