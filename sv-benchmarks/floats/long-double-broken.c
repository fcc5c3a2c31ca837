// The 53 digits of a double do not.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  long long large = (1ll << 62) + n;
  double x = large;
  if ((long long)x != large) {
    reach_error();
  }
  return 0;
}
