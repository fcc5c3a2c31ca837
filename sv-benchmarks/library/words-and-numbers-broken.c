// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A string is read as a format says: a word that is too long for its room.

#include <stdio.h>

int main(void) {
  char word[3];
  int number;
  return sscanf("word 12", "%s %d", word, &number);
}
