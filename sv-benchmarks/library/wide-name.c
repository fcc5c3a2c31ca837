// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A word becomes wide characters, with an end behind them.

#include <stdlib.h>
#include <wchar.h>
int main(void) {
  wchar_t wide[7];
  size_t count = mbstowcs(wide, "letter", 6);
  if (count == (size_t)-1)
    return 1;
  wide[count] = 0;
  return (int)wcslen(wide);
}
