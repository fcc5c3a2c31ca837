// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A file that cannot be opened is not read.

#include <stdio.h>
int main(void) {
  FILE *file = fopen("numbers", "r");
  if (file == NULL) {
    perror("numbers");
    return 1;
  }
  int c = fgetc(file);
  if (c != EOF) {
    printf("%d\n", c);
  }
  return fclose(file) == 0 ? 0 : 1;
}
