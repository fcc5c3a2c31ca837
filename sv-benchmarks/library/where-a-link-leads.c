// SPDX-License-Identifier: MIT OR Apache-2.0
//
// There is room for the zero that does not come by itself.

#include <stdio.h>
#include <unistd.h>
int main(void) {
  char target[32];
  ssize_t n = readlink("/proc/self/exe", target, sizeof target - 1);
  if (n < 0) {
    perror("readlink");
    return 1;
  }
  target[n] = 0;
  puts(target);
  return 0;
}
