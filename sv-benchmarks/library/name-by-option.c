// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The letter for the name is given without one.

#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  const char *name = 0;
  int lines = 0, option;
  while ((option = getopt(argc, argv, "ln")) != -1) {
    switch (option) {
    case 'n':
      name = optarg;
      lines |= optarg[0];
      break;
    case 'l':
      lines |= 1;
      break;
    default:
      return 2;
    }
  }
  return name != 0 ? name[0] : lines > 9;
}
