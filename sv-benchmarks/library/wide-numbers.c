// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Numbers in wide text that fit.

#include <wchar.h>
int main(void) {
  wchar_t text[] = L"12;30", *rest;
  int sum = 0;
  for (wchar_t *word = wcstok(text, L";", &rest); word != NULL; word = wcstok(NULL, L";", &rest)) {
    long number = wcstol(word, NULL, 10);
    sum += (int)number;
  }
  return sum;
}
