// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A place in a file is counted from its beginning, from where it is, or from its end: 99 is none of these.

#include <stdio.h>
#include <stdlib.h>

void reach_error(void) { abort(); }

int main(void) {
  FILE *file = fopen("numbers", "r");
  if (file == NULL) {
    return 0;
  }
  if (fseek(file, 0, 99) == 0 || fseek(file, -1, SEEK_SET) == 0) {
    reach_error();
  }
  fclose(file);
  return 0;
}
