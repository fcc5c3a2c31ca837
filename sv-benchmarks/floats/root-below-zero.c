// There is no root of a negative number, and errno says so.
#include <errno.h>
#include <math.h>
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

int main(void) {
  double x = __VERIFIER_nondet_double();
  errno = 0;
  double root = sqrt(x);
  if (x < 0 && (errno == 0 || root == root)) {
    reach_error();
  }
  return 0;
}
