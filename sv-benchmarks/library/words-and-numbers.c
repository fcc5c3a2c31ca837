// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A string is read as a format says: a word, a number, and what stands behind.

#include <stdio.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char text[] = "a=0;";
  int number = -1;
  char end = 0;
  text[2] = __VERIFIER_nondet_char();
  if (sscanf(text, "a=%d%c", &number, &end) == 2 && (number < 0 || number > 9 || end != ';')) {
    reach_error();
  }
}
