// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The size in bytes is no number of wide characters.

#include <wchar.h>
int main(void) {
  wchar_t word[6];
  wmemset(word, 0, sizeof word);
  return (int)wcslen(word);
}
