// The second array is read in some rounds only: the last elements that are read have different indices. Unsafe: a[5] is 1, b[3] is 2.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[3000], b[3000];
int main(void) {
  int i, x = 0, y = 0;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8)
    return 0;
  a[5] = 1;
  b[3] = 2;
  for (i = 0; i < n; i++) {
    x = a[i];
    if (i == 3)
      y = b[i];
  }
  if (x == 1 && y == 2)
    reach_error();
  return 0;
}
