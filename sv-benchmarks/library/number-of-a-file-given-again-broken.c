// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Standard input is closed twice, by its number and as a file, and so a file that is opened last may have the number.

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  char c;
  if (close(0) != 0 || open("first", O_WRONLY) != 0 || fclose(stdin) != 0 || !fopen("second", "r")) {
    return 1;
  }
  if (read(0, &c, 1) == 1) {
    reach_error();
  }
  return 0;
}
