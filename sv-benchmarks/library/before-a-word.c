// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The last character of a word is looked for from its end; an empty word has none.

#include <string.h>

int main(int argc, char **argv) {
  if (argc < 2) {
    return 2;
  }
  return argv[1][strlen(argv[1]) - 1] == '/';
}
