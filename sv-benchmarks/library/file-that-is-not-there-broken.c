// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A file is read that may not be there.

#include <stdio.h>
int main(void) {
  FILE *file = fopen("numbers", "r");
  int c = fgetc(file);
  if (c != EOF) {
    printf("%d\n", c);
  }
  return fclose(file) == 0 ? 0 : 1;
}
