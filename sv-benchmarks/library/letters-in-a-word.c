// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The letters of a word are read up to another character, and made small.

#include <ctype.h>
#include <stdio.h>
int main(void) {
  char word[6];
  int n = 0, c = getchar();
  while (n < 5 && isalpha(c)) {
    word[n++] = (char)tolower(c);
    c = getchar();
  }
  word[n] = '\0';
  puts(word);
  return 0;
}
