// The bits of a sum: at two, the exponent is one more.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

union bits {
  float number;
  unsigned pattern;
};

int main(void) {
  union bits x;
  float y = __VERIFIER_nondet_float();
  if (y >= 0.5f && y <= 1) {
    x.number = y + y;
    if (x.pattern >> 23 != 127) {
      reach_error();
    }
  }
  return 0;
}
