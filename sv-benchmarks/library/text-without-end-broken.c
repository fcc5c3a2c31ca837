// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A text is printed that has no end.

#include <stdio.h>
int main(void) {
  char text[3] = {'a', 'b', 'c'};
  printf("%s %d\n", text, 3);
  return 0;
}
