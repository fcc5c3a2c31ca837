// A union shows the bits: the exponent of a number between one and two.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

union bits {
  float number;
  unsigned pattern;
};

int main(void) {
  union bits x;
  x.number = __VERIFIER_nondet_float();
  if (x.number >= 1 && x.number < 2 && x.pattern >> 23 != 127) {
    reach_error();
  }
  return 0;
}
