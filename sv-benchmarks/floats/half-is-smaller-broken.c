// Half of the smallest subnormal number is rounded to zero.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 0 && x * 0.5f == 0) {
    reach_error();
  }
  return 0;
}
