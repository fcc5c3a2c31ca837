// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Where there is no room for the end, none stands there.

#include <stdlib.h>
#include <wchar.h>
int main(void) {
  wchar_t wide[6];
  size_t count = mbstowcs(wide, "letter", 6);
  if (count == (size_t)-1)
    return 1;
  return (int)wcslen(wide);
}
