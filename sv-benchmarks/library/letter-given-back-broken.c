// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What ends a number is lost: a digit may stand behind it.

#include <ctype.h>
#include <stdio.h>
extern void reach_error(void);
static unsigned number(FILE *from) {
  unsigned value = 0;
  int c;
  while (isdigit(c = getc(from))) {
    value = value * 10 + (unsigned)(c - '0');
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
