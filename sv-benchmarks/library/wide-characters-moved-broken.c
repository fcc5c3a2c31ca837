// SPDX-License-Identifier: MIT OR Apache-2.0
//
// So many wide characters that the number of their bytes is none.

#include <wchar.h>
int main(void) {
  wchar_t from[4] = {0}, to[4] = {0};
  wmemmove(to, from, (size_t)-1 / 2);
  return 0;
}
