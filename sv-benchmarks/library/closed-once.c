// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A file is closed once, where it was opened.

#include <stdio.h>

int main(void) {
  FILE *log = fopen("log", "w");
  if (log == 0) {
    return 1;
  }
  if (fputs("begins", log) == EOF) {
    fclose(log);
    return 1;
  }
  fclose(log);
  return 0;
}
