// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Where the place is read full, the zero behind it has none.

#include <unistd.h>
int main(void) {
  char text[8];
  ssize_t n = read(0, text, sizeof text);
  if (n < 0) {
    return 1;
  }
  text[n] = 0;
  return write(1, text, n) != n;
}
