// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The rest of a division has the sign of what is divided, not that of the divisor.

#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int quarters = __VERIFIER_nondet_int();
  if (quarters < -100 || quarters > 100) {
    return 0;
  }
  double rest = fmod(quarters / 4.0, 2.5);
  if (rest <= -2.5 || rest >= 2.5 || rest < 0) {
    reach_error();
  }
}
