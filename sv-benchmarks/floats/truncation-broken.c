// ... and not to the nearest.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 0 && x < 1000) {
    int n = (int)x;
    if (x - n > 0.5f) {
      reach_error();
    }
  }
  return 0;
}
