// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function that writes what it is given to the log, by way of one that takes a list.

#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);

static int errors;

static void write_log(const char *format, va_list rest) {
  fprintf(stderr, "error: ");
  vfprintf(stderr, format, rest);
  errors++;
}

static void log_error(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  write_log(format, rest);
  va_end(rest);
}

int main(void) {
  log_error("%s %d\n", "a", 3);
  log_error("done\n");
  if (errors != 2) {
    reach_error();
  }
}
