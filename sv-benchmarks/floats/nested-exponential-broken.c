// A polynomial, multiplied out from within, comes to more than this near to 1.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x >= 0 && x <= 1) {
    float power = 1 + x * (1 + x * (0.5f + x * 0.1666667f));
    if (!(power >= 1 && power < 2.666f)) {
      reach_error();
    }
  }
  return 0;
}
