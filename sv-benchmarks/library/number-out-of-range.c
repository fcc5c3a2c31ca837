// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A number that does not fit is the largest one, and `errno` says so.

#include <errno.h>
#include <stdlib.h>
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  errno = 0;
  long number = strtol("99999999999999999999", NULL, 10);
  if (number == 9223372036854775807 && errno != ERANGE) {
    reach_error();
  }
  return 0;
}
