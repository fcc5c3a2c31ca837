// SPDX-License-Identifier: MIT OR Apache-2.0
//
// 12! = 479001600 is the largest factorial that fits.

int main(void) {
  int product = 1;
  for (int i = 2; i <= 12; i++) {
    product *= i;
  }
  return product != 479001600;
}
