// fma rounds once, a product and a sum twice.
#include <math.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = 1 + 0x1p-12f, y = 1 - 0x1p-12f;
  if (__VERIFIER_nondet_int()) {
    x = 1;
    y = 1;
  }
  float together = fmaf(x, y, -1);
  if (x == 1 ? together != 0 : together != -0x1p-24f) {
    reach_error();
  }
  return 0;
}
