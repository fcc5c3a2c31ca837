// A low-pass filter stays within the range of its input.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  double state = 0;
  while (1) {
    double input = __VERIFIER_nondet_int() ? 1 : -1;
    state = state * 0.5 + input * 0.5;
    if (state > 1 || state < -1) {
      reach_error();
    }
  }
}
