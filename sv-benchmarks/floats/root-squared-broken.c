// The square of a root is not always the number.
#include <math.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n < 16) {
    double root = sqrt((double)n);
    if (root * root != n) {
      reach_error();
    }
  }
  return 0;
}
