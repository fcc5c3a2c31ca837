// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A word of at most as many letters as there is room for stays in its array.

#include <stdio.h>

int main(void) {
  char name[8];
  if (scanf("%7[^\n]", name) != 1) {
    return 0;
  }
  return name[0] == '\n';
}
