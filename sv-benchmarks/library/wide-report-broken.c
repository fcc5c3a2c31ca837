// SPDX-License-Identifier: MIT OR Apache-2.0
//
// More room is promised than there is.

#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  wchar_t text[5];
  int digit = __VERIFIER_nondet_int();
  if (digit < 0 || digit > 9)
    return 0;
  if (swprintf(text, 50, L"%ls: %lc", L"no", L'0' + (wchar_t)digit) < 0)
    return 1;
  return (int)wcslen(text);
}
