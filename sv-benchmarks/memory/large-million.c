// Each of a million elements that a loop comes to is its index. Safe.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[1000000];
int main(void) {
  unsigned n = 0, k = __VERIFIER_nondet_uint();
  while (n < 1000000 && __VERIFIER_nondet_uint()) {
    a[n] = n;
    n++;
  }
  if (k < n && a[k] != k) reach_error();
  return 0;
}
