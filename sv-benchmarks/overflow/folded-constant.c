// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Clang folds 2147483647 + 1; it is an overflow all the same.

int main(void) {
  int x = 2147483647 + 1;
  (void)x;
  return 0;
}
