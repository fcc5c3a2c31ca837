// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One letter has no flag.

#include <unistd.h>
int main(int argc, char **argv) {
  _Bool flags[3] = {0};
  int option;
  while ((option = getopt(argc, argv, "abcd")) != -1) {
    if (option == '?') {
      return 2;
    }
    flags[option - 'a'] = 1;
  }
  return flags[0] && flags[1];
}
