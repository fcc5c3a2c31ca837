// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Nobody gives back the string that was made for what is printed.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  char *text;
  if (asprintf(&text, "%d of %s", argc, "all") < 0) {
    return 1;
  }
  puts(text);
  return 0;
}
