// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Three letters without an end: the loop runs out of the array.

int main(void) {
  char word[3] = {'a', 'b', 'c'};
  int n = 0;
  while (word[n]) {
    n++;
  }
  return n;
}
