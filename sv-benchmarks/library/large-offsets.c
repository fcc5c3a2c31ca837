// SPDX-License-Identifier: MIT OR Apache-2.0
//
// With offsets of 64 bits files are opened and read as without.

#define _FILE_OFFSET_BITS 64
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int number = open("a", O_RDONLY);
  if (number < 0) {
    return 1;
  }
  FILE *file = fopen("b", "r");
  if (lseek(number, 0, SEEK_END) < -1 || write(number, "c", 1) == 1 || file && fgetc(file) > 255) {
    reach_error();
  }
  return 0;
}
