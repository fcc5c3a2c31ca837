// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Behind a minus there need not be a number.

#include <stdio.h>
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int c = getchar(), number;
  if (c < '-' || c > '9') {
    return 0;
  }
  ungetc(c, stdin);
  if (scanf("%d", &number) != 1) {
    reach_error();
  }
  return 0;
}
