// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The file has as many numbers as fit, or fewer.

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
  size_t count = (size_t)status.st_size / sizeof(int);
  int numbers[10];
  size_t read = fread(numbers, sizeof(int), count, file);
  fclose(file);
  return read > 0 && numbers[read - 1] == 0;
}
