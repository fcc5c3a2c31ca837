// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A counter that stops at the largest number, one step before the overflow.

int main(void) {
  int i = 2147483600;
  while (i < 2147483647) {
    i++;
  }
  return 0;
}
