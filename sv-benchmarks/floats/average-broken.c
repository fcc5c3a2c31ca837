// The sum of two large numbers is infinite, and so is its half.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x >= 0 && x <= y && y <= 0x1.fffffep+127f) {
    float average = (x + y) / 2;
    if (average > y) {
      reach_error();
    }
  }
  return 0;
}
