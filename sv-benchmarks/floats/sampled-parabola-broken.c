// A parabola at a thousand places has a larger value than this in the middle.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) {
    return 0;
  }
  float place = n * 0.001f;
  float height = place * (1 - place);
  if (!(height >= -0.0001f && height <= 0.249f)) {
    reach_error();
  }
  return 0;
}
