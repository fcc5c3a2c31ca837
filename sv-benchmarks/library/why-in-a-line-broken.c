// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A message of the system may have more than 39 characters.

#include <errno.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[40];
  FILE *file = fopen("numbers", "r");
  if (file == 0) {
    strcpy(line, strerror(errno));
    fputs(line, stderr);
    return 1;
  }
  fclose(file);
  return 0;
}
