// Each int is a number of type double.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  double x = n;
  if ((int)x != n || x + 0.5 <= x) {
    reach_error();
  }
  return 0;
}
