// SPDX-License-Identifier: MIT OR Apache-2.0
//
// There is no room for two more.

#include <search.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static int are_other(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }
int main(void) {
  int numbers[3] = {1, 2};
  size_t count = 2;
  for (int i = 0; i < 2; i++) {
    int number = __VERIFIER_nondet_int();
    lsearch(&number, numbers, &count, sizeof number, are_other);
  }
  return (int)count;
}
