// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function that writes what it is given to the log gets a string without an end.

#include <stdarg.h>
#include <stdio.h>

static void log_error(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  vfprintf(stderr, format, rest);
  va_end(rest);
}

int main(void) {
  char word[2] = {'a', 'b'};
  log_error("%d %s\n", 3, word);
}
