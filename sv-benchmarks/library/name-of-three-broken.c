// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The word is read into three bytes, and its end does not fit.

#include <stdio.h>
int main(void) {
  char name[3];
  if (scanf("%3s", name) != 1) {
    return 1;
  }
  printf("%s\n", name);
  return 0;
}
