// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A wide word and its end fit.

#include <wchar.h>
int main(void) {
  wchar_t word[6];
  wmemset(word, L'-', 6);
  wcscpy(word, L"wide");
  wcsncat(word, L"st", 1);
  return (int)wcslen(word);
}
