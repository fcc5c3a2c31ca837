// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A line of wide characters, as far as it fits.

#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t line[8];
  if (fgetws(line, 8, stdin) == NULL)
    return 1;
  wint_t next = fgetwc(stdin);
  if (next != WEOF)
    ungetwc(next, stdin);
  return (int)wcslen(line);
}
