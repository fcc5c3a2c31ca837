// All elements but one are copied, and compared but for that one. Safe.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[30000], b[30000];
int main(void) {
  int i, hole = 12345;
  for (i = 0; i < 30000; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  for (i = 0; i < 30000; i++)
    if (i != hole)
      b[i] = a[i];
  for (i = 0; i < 30000; i++)
    if (i != hole && a[i] != b[i])
      reach_error();
  return 0;
}
