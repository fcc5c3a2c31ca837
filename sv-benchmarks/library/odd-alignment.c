// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Three is no alignment: aligned_alloc may give null then, though there is memory.

#include <stdlib.h>

int main(void) {
  void *(*allocate)(size_t, size_t) = aligned_alloc;
  int *number = allocate(3, 8);
  *number = 3;
  free(number);
  return 0;
}
