// The logistic map stays between 0 and 1, step by step.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x >= 0 && x <= 1) {
    for (int i = 0; i < 3; i++) {
      x = 3.9f * x * (1 - x);
    }
    if (!(x >= 0 && x <= 1)) {
      reach_error();
    }
  }
  return 0;
}
