// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Where there is no line, its end is before its beginning.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length = getline(&line, &room, stdin);
  line[length - 1] = 0;
  free(line);
  return 0;
}
