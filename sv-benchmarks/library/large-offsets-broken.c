// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An offset of 64 bits may be one that does not fit into 32.

#define _FILE_OFFSET_BITS 64
#include <fcntl.h>
#include <unistd.h>
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int number = open("a", O_RDONLY);
  if (number < 0) {
    return 1;
  }
  if (lseek(number, 0, SEEK_END) > 0x7fffffff) {
    reach_error();
  }
  return 0;
}
