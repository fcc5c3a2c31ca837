// The largest element of an array is no less than each.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float a[2], largest = -1;
  for (int i = 0; i < 2; i++) {
    a[i] = __VERIFIER_nondet_float();
    if (!(a[i] >= 0 && a[i] <= 100)) {
      return 0;
    }
    if (a[i] > largest) {
      largest = a[i];
    }
  }
  for (int i = 0; i < 2; i++) {
    if (a[i] > largest) {
      reach_error();
    }
  }
  return 0;
}
