// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Where a function of POSIX does not fail, it may set `errno` too.

#include <errno.h>
#include <unistd.h>
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  char c;
  errno = 0;
  if (read(0, &c, 1) == 1 && errno != 0) {
    reach_error();
  }
  return 0;
}
