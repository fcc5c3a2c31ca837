// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The size in bytes is no number of wide characters.

#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t line[8];
  if (fgetws(line, sizeof line, stdin) == NULL)
    return 1;
  wint_t next = fgetwc(stdin);
  if (next != WEOF)
    ungetwc(next, stdin);
  return (int)wcslen(line);
}
