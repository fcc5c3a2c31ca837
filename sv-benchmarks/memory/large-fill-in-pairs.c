// Two elements are written in each round: all below twice the counter are zero. Safe.
extern void reach_error(void);
int main(void) {
  int a[20002];
  int i;
  for (i = 0; i <= 10000; i++) {
    a[2 * i] = 0;
    a[2 * i + 1] = 0;
  }
  for (i = 0; i <= 20000; i++)
    if (a[i] < 0)
      reach_error();
  return 0;
}
