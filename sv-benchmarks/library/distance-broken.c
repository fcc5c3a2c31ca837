// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The smallest number has no absolute value.

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < -2147483647 - 1) {
    return 0;
  }
  return abs(a) < 0;
}
