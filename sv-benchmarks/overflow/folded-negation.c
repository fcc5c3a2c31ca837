// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Clang folds the negation of the smallest number; it is an overflow all the same.

int main(void) {
  int x = -(-2147483647 - 1);
  (void)x;
  return 0;
}
