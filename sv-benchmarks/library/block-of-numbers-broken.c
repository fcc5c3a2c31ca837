// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Numbers are read as a block, as many as are there, and written. There is room for fewer.

#include <stdio.h>

int main(void) {
  int numbers[3];
  FILE *file = fopen("numbers", "rb");
  if (file == 0) {
    return 1;
  }
  size_t count = fread(numbers, sizeof numbers[0], 4, file);
  fclose(file);
  fwrite(numbers, sizeof numbers[0], count, stdout);
  return 0;
}
