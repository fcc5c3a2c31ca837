// One by one and a square is zero where the square is infinite.
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == x) {
    double bell = 1 / (1 + x * x);
    if (!(bell > 0 && bell <= 1)) {
      reach_error();
    }
  }
  return 0;
}
