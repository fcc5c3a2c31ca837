// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An alias of freed memory is written through.
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p);
  int *second = p + 1;
  free(p);
  *second = 3;
  return 0;
}
