// The loop that fills ends one element too early, and the last one may hold anything. Unsafe.
extern void reach_error(void);
int main(void) {
  int a[300];
  int i;
  for (i = 0; i < 299; i++)
    a[i] = 7;
  for (i = 0; i < 300; i++)
    if (a[i] != 7)
      reach_error();
  return 0;
}
