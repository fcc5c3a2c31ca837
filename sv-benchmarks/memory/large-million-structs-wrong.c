// As large-million-structs, but the members are taken for others.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct pair { short first; int second; };
struct pair a[1000000];
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < 1000000 && __VERIFIER_nondet_uint(); i++) a[i].first = 3;
  if (k < 1000000 && a[k].first == 3) reach_error();
  return 0;
}
