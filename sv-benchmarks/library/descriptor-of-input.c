// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The lowest descriptor that is free is given: where the input is closed, a file takes its place.

#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  if (close(0) != 0) {
    return 1;
  }
  int file = open("input", O_RDONLY);
  if (file < 0) {
    return 1;
  }
  if (file != 0 || close(file) == 0 && read(file, &file, 1) >= 0) {
    reach_error();
  }
  return 0;
}
