// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Letters say what kind of argument comes next: numbers, long numbers, strings and numbers with fractions.

#include <stdarg.h>
extern void reach_error(void);

static long add(const char *letters, ...) {
  va_list rest;
  long total = 0;
  va_start(rest, letters);
  for (; *letters; letters++) {
    switch (*letters) {
    case 'i': total += va_arg(rest, int); break;
    case 'l': total += va_arg(rest, long); break;
    case 's': total += va_arg(rest, char *)[0] - '0'; break;
    case 'd': total += (long)va_arg(rest, double); break;
    }
  }
  va_end(rest);
  return total;
}

int main(void) {
  if (add("isld", 1, "2", 1l << 40, 4.5) != (1l << 40) + 7) {
    reach_error();
  }
}
