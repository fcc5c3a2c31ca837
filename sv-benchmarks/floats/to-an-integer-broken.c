// rint takes the even one of two, round the one farther from zero.
#include <math.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_int() % 100;
  if (x > 0 && rint(x / 2) != round(x / 2)) {
    reach_error();
  }
  return 0;
}
