// Half of a positive normal number is smaller; of a finite one never larger.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 0 && x <= 0x1.fffffep+127f) {
    if (x * 0.5f > x) {
      reach_error();
    }
  }
  return 0;
}
