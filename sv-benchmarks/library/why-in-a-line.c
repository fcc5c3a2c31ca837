// SPDX-License-Identifier: MIT OR Apache-2.0
//
// There is room for any message of the system.

#include <errno.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[128];
  FILE *file = fopen("numbers", "r");
  if (file == 0) {
    strcpy(line, strerror(errno));
    fputs(line, stderr);
    return 1;
  }
  fclose(file);
  return 0;
}
