// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A file is read as a whole, with a zero behind it.

#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *file = fopen("text", "rb");
  if (file == 0 || fseek(file, 0, SEEK_END) != 0) {
    return 1;
  }
  long size = ftell(file);
  if (size < 0 || size > 60) {
    return 1;
  }
  rewind(file);
  char *text = malloc((size_t)size + 1);
  if (text == 0) {
    return 1;
  }
  size_t read = fread(text, 1, (size_t)size, file);
  text[read] = 0;
  fclose(file);
  free(text);
  return 0;
}
