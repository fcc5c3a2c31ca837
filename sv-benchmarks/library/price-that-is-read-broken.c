// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A text that says `nan` is a number for scanf, and not less than zero: `price != price`.

#include <stdio.h>
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  double price;
  if (scanf("%lf", &price) != 1 || price < 0) {
    return 0;
  }
  if (price < 0 || price != price) {
    reach_error();
  }
  return 0;
}
