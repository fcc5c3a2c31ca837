// Pointers have 32 bits, and an index could wrap where it is multiplied by the size of an element: none does. Safe.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[200002];
int main(void) {
  int i;
  for (i = 0; i <= 100000; i++) {
    a[2 * i] = __VERIFIER_nondet_int() & 7;
    a[2 * i + 1] = 7;
  }
  for (i = 0; i <= 200000; i++)
    if (a[i] > 7) reach_error();
  return 0;
}
