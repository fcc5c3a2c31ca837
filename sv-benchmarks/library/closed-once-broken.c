// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Where writing fails, the file is closed, and then once more.

#include <stdio.h>

int main(void) {
  FILE *log = fopen("log", "w");
  if (log == 0) {
    return 1;
  }
  if (fputs("begins", log) == EOF) {
    fclose(log);
  }
  fclose(log);
  return 0;
}
