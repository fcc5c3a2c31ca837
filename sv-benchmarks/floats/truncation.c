// Conversion cuts off: towards zero, for both signs.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > -1000 && x < 1000) {
    int n = (int)x;
    if (x >= 0 ? n > x || n + 1 <= x : n < x || n - 1 >= x) {
      reach_error();
    }
  }
  return 0;
}
