// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A text that ends is printed.

#include <stdio.h>
int main(void) {
  char text[3] = {'a', 'b', 0};
  printf("%s %d\n", text, 3);
  return 0;
}
