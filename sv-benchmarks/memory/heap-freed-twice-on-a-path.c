// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The path on which the value is negative frees the memory, and so does the end of the function.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = malloc(sizeof *p);
  if (x < 0) free(p);
  free(p);
  return 0;
}
