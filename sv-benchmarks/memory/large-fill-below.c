// An array of 40 000 is filled and read in a loop. Below the counter each element is what was written: safe.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[40000];
  int i;
  for (i = 0; i < 40000; i++)
    a[i] = 7;
  for (i = 0; i < 40000; i++)
    if (a[i] != 7)
      reach_error();
  return 0;
}
