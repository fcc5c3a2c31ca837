// As large-million-open, but that the loop comes to the element. Safe.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[1000000];
  unsigned k = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < 1000000; i++) a[i] = __VERIFIER_nondet_uint() & 1;
  if (k < 1000000 && a[k] != 0 && a[k] != 1) reach_error();
  return 0;
}
