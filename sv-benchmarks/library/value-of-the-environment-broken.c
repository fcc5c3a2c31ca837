// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A variable of the environment may not be there; where it is, it keeps its value. It may be empty.

#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  if (getenv("HOME") == 0) {
    return 0;
  }
  const char *home = getenv("HOME");
  if (home == 0 || home[0] == 0) {
    reach_error();
  }
}
