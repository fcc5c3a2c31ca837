// A local array holds anything at first: what the loop has left out, too.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[1000000];
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n >= 1000000 || k >= 1000000) return 0;
  for (unsigned i = 0; i < n; i++) a[i] = 1;
  if (k <= n && a[k] != 1) reach_error();
  return 0;
}
