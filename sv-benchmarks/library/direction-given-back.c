// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The direction of rounding is part of what is given back.

#include <fenv.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  fenv_t before;
  fegetenv(&before);
  fesetround(FE_UPWARD);
  fesetenv(&before);
  if (fegetround() != FE_TONEAREST)
    reach_error();
  return 0;
}
