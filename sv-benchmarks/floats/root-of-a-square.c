// The root of a perfect square is exact.
#include <math.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n < 16) {
    if (sqrt((double)(n * n)) != n) {
      reach_error();
    }
  }
  return 0;
}
