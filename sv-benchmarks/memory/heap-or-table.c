// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A buffer is a fixed table while it is small, and on the heap otherwise; only then it is freed.

#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
static int table[4];

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  int *buffer = count <= 4 ? table : malloc(8 * sizeof(int));
  buffer[count & 3] = 1;
  if (buffer != table) {
    free(buffer);
  }
  return 0;
}
