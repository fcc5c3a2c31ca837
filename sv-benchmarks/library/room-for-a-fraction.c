// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A number below a thousand with two digits behind the point has room in eight characters, its sign too.

#include <stdio.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  char text[8];
  double number = __VERIFIER_nondet_double();
  if (!(number > -999 && number < 999)) {
    return 0;
  }
  sprintf(text, "%.2f", number);
  return text[0] == 0;
}
