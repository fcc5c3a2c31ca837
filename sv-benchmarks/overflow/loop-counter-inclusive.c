// SPDX-License-Identifier: MIT OR Apache-2.0
//
// With <= it goes one step too far.

int main(void) {
  int i = 2147483600;
  while (i <= 2147483647) {
    i++;
  }
  return 0;
}
