// An array is filled from its end. Safe.
extern void reach_error(void);
int main(void) {
  int a[30000];
  int i;
  for (i = 29999; i >= 0; i--)
    a[i] = 3;
  for (i = 0; i < 30000; i++)
    if (a[i] != 3)
      reach_error();
  return 0;
}
