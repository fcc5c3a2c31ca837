// Each float is a double, and comes back as it was.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  double wide = x;
  if (x == x && (float)wide != x) {
    reach_error();
  }
  return 0;
}
