// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Rounded to the nearest, a price is as many cents as before.

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  char text[] = "0.00";
  int cents = __VERIFIER_nondet_int();
  if (cents < 0 || cents > 999) {
    return 0;
  }
  text[0] = (char)('0' + cents / 100);
  text[2] = (char)('0' + cents / 10 % 10);
  text[3] = (char)('0' + cents % 10);
  char *end;
  double price = strtod(text, &end);
  if (*end != 0 || price > 9.99 || (int)(price * 100 + 0.5) != cents) {
    reach_error();
  }
  return 0;
}
