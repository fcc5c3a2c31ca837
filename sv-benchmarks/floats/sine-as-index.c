// A table that is read at a place that a sine gives.
#include <math.h>
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }

static const int table[9] = {1, 2, 3, 4, 5, 4, 3, 2, 1};

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!isfinite(x)) {
    return 0;
  }
  int place = (int)floor(4.5 + 4 * sin(x));
  if (place < 0 || place > 8 || table[place] < 1) {
    reach_error();
  }
  return 0;
}
