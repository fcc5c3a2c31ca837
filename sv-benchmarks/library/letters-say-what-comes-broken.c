// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Letters say what kind of argument comes next; numbers lose their sign.

#include <stdarg.h>
extern void reach_error(void);

static long add(const char *letters, ...) {
  va_list rest;
  long total = 0;
  va_start(rest, letters);
  for (; *letters; letters++) {
    switch (*letters) {
    case 'i': total += va_arg(rest, unsigned int); break;
    case 's': total += va_arg(rest, char *)[0] - '0'; break;
    case 'l': total += va_arg(rest, long); break;
    }
  }
  va_end(rest);
  return total;
}

int main(void) {
  if (add("isl", -1, "2", 8l) != 9) {
    reach_error();
  }
}
