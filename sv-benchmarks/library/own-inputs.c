// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A program may have functions of the names that inputs have; those of the library are others.

#include <stdlib.h>
extern void abort(void);
void reach_error(void) { abort(); }
int __VERIFIER_nondet_int(void) { return 5; }
int main(void) {
  if (rand() == 7) {
    reach_error();
  }
  return __VERIFIER_nondet_int() - 5;
}
