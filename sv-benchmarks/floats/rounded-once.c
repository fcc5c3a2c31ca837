// ILP32 computes as SSE2 does: each product is rounded to its type.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  double third = 1.0 / (__VERIFIER_nondet_int() ? 3.0 : 7.0);
  double product = third * third;
  if (product != (double)(third * third)) {
    reach_error();
  }
  return 0;
}
