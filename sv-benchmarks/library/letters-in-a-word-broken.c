// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The word may be as long as the array, and then has no end.

#include <ctype.h>
#include <stdio.h>
int main(void) {
  char word[6];
  int n = 0, c = getchar();
  while (n < 6 && isalpha(c)) {
    word[n++] = (char)tolower(c);
    c = getchar();
  }
  word[n] = '\0';
  puts(word);
  return 0;
}
