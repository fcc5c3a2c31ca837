// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A line may have more letters than there is room for.

#include <stdio.h>

int main(void) {
  char name[8];
  if (scanf("%[^\n]", name) != 1) {
    return 0;
  }
  return name[0] == '\n';
}
