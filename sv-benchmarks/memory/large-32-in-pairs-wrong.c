// As large-32-in-pairs, but every second element can be larger.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[200002];
int main(void) {
  int i, k = __VERIFIER_nondet_int();
  for (i = 0; i <= 100000 && __VERIFIER_nondet_int(); i++) {
    a[2 * i] = __VERIFIER_nondet_int() & 15;
    a[2 * i + 1] = 7;
  }
  if (k >= 0 && k < 200002 && a[k] > 7) reach_error();
  return 0;
}
