// Three terms of the series of the sine stay below what they are at 1.
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x >= -1 && x <= 1) {
    double sine = x - x * x * x / 6 + x * x * x * x * x / 120;
    if (!(sine >= -0.8417 && sine <= 0.8417)) {
      reach_error();
    }
  }
  return 0;
}
