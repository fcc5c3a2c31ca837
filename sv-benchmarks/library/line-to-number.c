// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A line is read, of which the number at its beginning is an index if it is small.

#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int table[4] = {2, 3, 5, 7};
  char line[4];
  if (fgets(line, sizeof line, stdin) == NULL) {
    fprintf(stderr, "no input\n");
    return 1;
  }
  long index = strtol(line, NULL, 10);
  if (index < 0 || index >= 4) {
    fprintf(stderr, "no index: %s\n", line);
    return 1;
  }
  printf("%d\n", table[index]);
  return 0;
}
