// The order of two summands does not matter, whatever they are: where the sum is no number, it is none both ways.
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  double one = x + y, other = y + x;
  if (one != other && !(one != one && other != other)) {
    reach_error();
  }
  return 0;
}
