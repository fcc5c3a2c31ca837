// Not each double is a float.
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > 1 && x < 2 && (double)(float)x != x) {
    reach_error();
  }
  return 0;
}
