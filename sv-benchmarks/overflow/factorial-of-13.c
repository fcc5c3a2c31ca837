// SPDX-License-Identifier: MIT OR Apache-2.0
//
// 13! does not fit: the multiplication of the last turn overflows.

int main(void) {
  int product = 1;
  for (int i = 2; i <= 13; i++) {
    product *= i;
  }
  return product != 0;
}
