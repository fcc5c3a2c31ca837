// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What `main` is given: as many strings as it is told, null behind them, and what the program writes there stays.

#include <string.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argv[argc] != 0) {
    reach_error();
  }
  int options = 0;
  for (int i = 1; i < argc; i++) {
    if (argv[i] == 0) {
      reach_error();
    }
    if (argv[i][0] == '-') {
      argv[i][0] = '+';
      options++;
    }
  }
  if (options > 0 && argc < 2) {
    reach_error();
  }
  if (argc == 3 && argv[1][0] == '-') {
    reach_error();
  }
  return 0;
}
