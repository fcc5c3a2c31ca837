// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A number of three digits and the semicolon are four characters.

#include <stdio.h>
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int number = __VERIFIER_nondet_int();
  if (number < -99 || number > 999) {
    return 0;
  }
  int count = printf("%d;", number);
  if (count >= 0 && (count < 2 || count > 3)) {
    reach_error();
  }
  return 0;
}
