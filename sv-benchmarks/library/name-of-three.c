// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A word of three letters is read into four bytes.

#include <stdio.h>
int main(void) {
  char name[4];
  if (scanf("%3s", name) != 1) {
    return 1;
  }
  printf("%s\n", name);
  return 0;
}
