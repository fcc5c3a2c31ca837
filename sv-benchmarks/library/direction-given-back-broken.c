// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Only the exceptions are forgotten.

#include <fenv.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  fenv_t before;
  fegetenv(&before);
  fesetround(FE_UPWARD);
  feclearexcept(FE_ALL_EXCEPT);
  if (fegetround() != FE_TONEAREST)
    reach_error();
  return 0;
}
