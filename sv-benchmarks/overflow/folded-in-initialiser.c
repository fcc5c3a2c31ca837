// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Clang folds the initialiser as a whole; the sum overflows all the same, once i is 2.

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 2) {
      int limits[2] = {0, 2147483647 + 1};
      total += limits[0];
    }
  }
  return total;
}
