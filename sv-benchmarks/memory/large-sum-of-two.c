// Each element of the third array is the sum of those of the first two. Safe.
extern void reach_error(void);
unsigned a[30000], b[30000], c[30000];
int main(void) {
  int i;
  for (i = 0; i < 30000; i++) {
    a[i] = 2;
    b[i] = 3;
  }
  for (i = 0; i < 30000; i++)
    c[i] = a[i] + b[i];
  for (i = 0; i < 30000; i++)
    if (c[i] != 5)
      reach_error();
  return 0;
}
