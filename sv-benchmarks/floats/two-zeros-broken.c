// Zero has two signs: they are equal, and their inverses are not.
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == 0 && 1 / x < 0) {
    reach_error();
  }
  return 0;
}
