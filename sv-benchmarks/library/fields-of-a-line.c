// SPDX-License-Identifier: MIT OR Apache-2.0
//
// sscanf takes a line apart: a word of some letters, a number in base 16 by its prefix, a fraction, and where it is then.

#include <stdio.h>
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  char word[8];
  int number = 0, at = 0;
  double rate = 0;
  int count = sscanf("abc:0x1f 2.5;", "%7[a-c]:%i %lf%n", word, &number, &rate, &at);
  if (count != 3 || word[2] != 'c' || word[3] != 0 || number != 31 || rate != 2.5 || at != 12) {
    reach_error();
  }
  return 0;
}
