// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A word is there, or the file has ended: a word that is asked for first matches in any other case.

#include <stdio.h>
int main(void) {
  char word[4];
  if (scanf("%3s", word) == EOF) {
    return 1;
  }
  puts(word);
  return 0;
}
