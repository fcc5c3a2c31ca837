// SPDX-License-Identifier: MIT OR Apache-2.0
//
// -999.999 becomes -1000.00, for which there is no room.

#include <stdio.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  char text[8];
  double number = __VERIFIER_nondet_double();
  if (!(number > -1000 && number < 999)) {
    return 0;
  }
  sprintf(text, "%.2f", number);
  return text[0] == 0;
}
