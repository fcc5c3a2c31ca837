// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is written may not fit on the disk.

#include <stdio.h>
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  printf("result\n");
  if (ferror(stdout)) {
    reach_error();
  }
  return 0;
}
