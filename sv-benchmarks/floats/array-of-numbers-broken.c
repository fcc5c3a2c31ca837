// An element that is no number is not less than the largest one, and not found to be larger.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float a[3], largest = -1;
  for (int i = 0; i < 3; i++) {
    a[i] = __VERIFIER_nondet_float();
    if (a[i] > largest) {
      largest = a[i];
    }
  }
  if (!(a[2] <= largest)) {
    reach_error();
  }
  return 0;
}
