// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function of the program's own puts a text together in a buffer that is too small for the zero.

#include <stdarg.h>
#include <stdio.h>

static int put(char *to, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int count = vsprintf(to, format, rest);
  va_end(rest);
  return count;
}

int main(void) {
  char text[3];
  return put(text, "%d-", 12);
}
