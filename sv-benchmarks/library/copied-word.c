// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A word of as many characters as there are places leaves no place for its end.

#include <string.h>

int main(int argc, char **argv) {
  char name[16];
  if (argc != 2 || strlen(argv[1]) > sizeof name) {
    return 2;
  }
  strcpy(name, argv[1]);
  return name[0] == 0;
}
