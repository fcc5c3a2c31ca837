// A fraction of a length as an index: below one, it stays inside.
extern float __VERIFIER_nondet_float(void);

int main(void) {
  int a[8] = {0};
  float part = __VERIFIER_nondet_float();
  if (part >= 0 && part < 1) {
    a[(int)(part * 8)] = 1;
  }
  return 0;
}
