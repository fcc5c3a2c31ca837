// What is no number is not equal to itself: 0 / 0, and the difference of two infinities.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  double zero = __VERIFIER_nondet_int() ? 0.0 : -0.0;
  double none = zero / zero, infinity = 1 / (zero * zero);
  if (none == none || infinity - infinity == 0) {
    reach_error();
  }
  return 0;
}
