// A third, a root and a whole number in each direction of rounding.
#include <fenv.h>
#include <float.h>
#include <math.h>
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }
#pragma STDC FENV_ACCESS ON

static int modes[4] = {FE_DOWNWARD, FE_TONEAREST, FE_UPWARD, FE_TOWARDZERO};

int main(void) {
  double one = __VERIFIER_nondet_double(), three = 3, two = 2, half = 2.5;
  if (one != 1) {
    return 0;
  }
  double thirds[4], roots[4], wholes[4], less[4];
  for (int i = 0; i < 4; i++) {
    if (fesetround(modes[i]) != 0 || fegetround() != modes[i] || FLT_ROUNDS != (int[]){3, 1, 2, 0}[i]) {
      reach_error();
    }
    thirds[i] = one / three;
    less[i] = -one / three;
    roots[i] = sqrt(two);
    wholes[i] = rint(half);
  }
  if (!(thirds[0] == thirds[1] && thirds[1] < thirds[2] && thirds[3] == thirds[0] && less[0] < less[1] && less[3] == less[2])) {
    reach_error();
  }
  if (!(roots[0] < roots[1] && roots[1] == roots[2] && roots[3] == roots[0])) {
    reach_error();
  }
  if (wholes[0] != 2 || wholes[1] != 2 || wholes[2] != 3 || wholes[3] != 2 || fesetround(7) == 0) {
    reach_error();
  }
  return 0;
}
