// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The name ends before.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  char *name;
  if (asprintf(&name, "%s.%d", "numbers", argc % 10) < 0) {
    return 1;
  }
  name[10] = '-';
  int failed = remove(name);
  free(name);
  return failed;
}
