// Each element is its index plus one. Safe.
extern void reach_error(void);
int a[50000];
int main(void) {
  int i;
  for (i = 0; i < 50000; i++)
    a[i] = i + 1;
  for (i = 0; i < 50000; i++)
    if (a[i] != i + 1)
      reach_error();
  return 0;
}
