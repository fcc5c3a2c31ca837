// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A line has as much room as it needs, and maybe no more.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = NULL;
  size_t room = 0;
  if (getline(&line, &room, stdin) > 0) {
    line[100] = 0;
  }
  free(line);
  return 0;
}
