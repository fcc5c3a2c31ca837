// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The last number of a file may end where the file does.

#include <stdio.h>
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int number;
  if (scanf("%d", &number) == 1 && feof(stdin)) {
    reach_error();
  }
  return 0;
}
