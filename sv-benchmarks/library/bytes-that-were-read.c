// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Bytes are written only if some were read.

#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char *bytes = malloc(64);
  if (!bytes) {
    return 1;
  }
  ssize_t count = read(0, bytes + 8, 56);
  if (count > 0) {
    write(1, bytes + 8, count);
  }
  free(bytes);
  return 0;
}
