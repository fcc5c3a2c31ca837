// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Where a function of POSIX fails, `errno` says why.

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  char c;
  errno = 0;
  int file = open("f", O_RDONLY);
  if ((file < 0 || read(file, &c, 1) < 0 || lseek(file, 0, SEEK_SET) < 0 || close(file) < 0) && errno == 0) {
    reach_error();
  }
  return 0;
}
