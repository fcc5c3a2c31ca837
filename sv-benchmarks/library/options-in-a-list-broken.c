// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One of the options has no value.

#include <stdlib.h>
#include <string.h>
int main(void) {
  char list[] = "fast,size=12", *rest = list, *value;
  char fast[] = "fast", size[] = "size";
  char *const names[] = {fast, size, NULL};
  size_t length = 0;
  while (*rest != 0) {
    if (getsubopt(&rest, names, &value) >= 0)
      length = strlen(value);
  }
  return (int)length;
}
