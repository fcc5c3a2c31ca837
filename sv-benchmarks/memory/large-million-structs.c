// Two million members: one of each pair is written, the other stays zero. Safe.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct pair { short first; int second; };
struct pair a[1000000];
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < 1000000 && __VERIFIER_nondet_uint(); i++) a[i].first = 3;
  if (k < 1000000 && (a[k].second != 0 || (a[k].first != 0 && a[k].first != 3))) reach_error();
  return 0;
}
