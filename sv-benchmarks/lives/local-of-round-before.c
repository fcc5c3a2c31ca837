// SPDX-License-Identifier: MIT OR Apache-2.0
//
// In each round the local is another object; the pointer is to the one before.

int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (p)
      *p = 3;
    p = &x;
  }
  return 0;
}
