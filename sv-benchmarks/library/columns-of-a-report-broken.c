// SPDX-License-Identifier: MIT OR Apache-2.0
//
// 2.125 lies in the middle: it is rounded to the even digit, 2.12.

#include <stdio.h>
#include <string.h>
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  char line[40];
  int count = sprintf(line, "%+d|%#x|%.3d|%-5.2s|%.2f|%g", 3, 255, 7, "xyz", 2.125, 0.5);
  if (count != 26 || strcmp(line, "+3|0xff|007|xy   |2.13|0.5") != 0) {
    reach_error();
  }
  return 0;
}
