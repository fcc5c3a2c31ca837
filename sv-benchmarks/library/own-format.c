// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function of the program's own writes a text into a buffer that it is told the size of.

#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);

static int put(char *to, size_t size, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int count = vsnprintf(to, size, format, rest);
  va_end(rest);
  return count;
}

int main(void) {
  char text[3];
  int count = put(text, sizeof text, "ab");
  if (count != 2 || text[0] != 'a' || text[1] != 'b' || text[2] != 0) {
    reach_error();
  }
}
