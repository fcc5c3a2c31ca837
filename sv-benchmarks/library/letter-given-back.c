// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What ends a number is given back, and is no digit.

#include <ctype.h>
#include <stdio.h>
extern void reach_error(void);
static unsigned number(FILE *from) {
  unsigned value = 0;
  int c;
  while (isdigit(c = getc(from))) {
    value = value * 10 + (unsigned)(c - '0');
  }
  if (c != EOF) {
    ungetc(c, from);
  }
  return value;
}
int main(void) {
  number(stdin);
  int next = getchar();
  if (!ferror(stdin) && isdigit(next)) {
    reach_error();
  }
  return 0;
}
