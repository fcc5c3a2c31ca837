// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two paths free the same memory, and only one of them is taken.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (*p > 0) {
    free(p);
    return 1;
  }
  free(p);
  return 0;
}
