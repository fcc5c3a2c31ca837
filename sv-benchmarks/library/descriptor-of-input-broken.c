// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A file that is opened is not always the first one behind the standard ones.

#include <fcntl.h>
extern void reach_error(void);
int main(void) {
  int file = open("input", O_RDONLY);
  if (file >= 0 && file != 3) {
    reach_error();
  }
  return 0;
}
