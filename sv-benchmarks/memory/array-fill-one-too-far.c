// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The loop writes one cell behind the array.

int main(void) {
  int a[6] = {0};
  for (int i = 0; i <= 6; i++) {
    a[i] = i;
  }
  return a[0];
}
