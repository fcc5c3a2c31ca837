// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The distance of two positive numbers is taken by `abs`.

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < -1000) {
    return 0;
  }
  return abs(a) < 0;
}
