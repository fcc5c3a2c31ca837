// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A string that begins with no number: errno says nothing of a range then, whatever else it says.

#include <errno.h>
#include <stdlib.h>

void reach_error(void) { abort(); }

int main(void) {
  char *end;
  errno = 0;
  long number = strtol("x", &end, 10);
  if (number != 0 || errno == ERANGE) {
    reach_error();
  }
  return 0;
}
