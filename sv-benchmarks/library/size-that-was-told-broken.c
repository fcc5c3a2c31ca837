// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One more number than there is room for.

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
int main(void) {
  struct stat status;
  if (stat("table", &status) != 0 || status.st_size > 40) {
    return 1;
  }
  FILE *file = fopen("table", "rb");
  if (file == NULL) {
    return 1;
  }
  size_t count = (size_t)status.st_size / sizeof(int) + 1;
  int numbers[10];
  size_t read = fread(numbers, sizeof(int), count, file);
  fclose(file);
  return read > 0 && numbers[read - 1] == 0;
}
