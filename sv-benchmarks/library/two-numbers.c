// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two numbers are read, and added if they are small.

#include <stdio.h>
int main(void) {
  int a, b;
  if (scanf("%d %d", &a, &b) != 2 || a < -1000 || a > 1000 || b < -1000 || b > 1000) {
    return 1;
  }
  printf("%d\n", a + b);
  return 0;
}
