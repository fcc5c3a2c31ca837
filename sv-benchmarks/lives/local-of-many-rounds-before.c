// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The pointer is to the local of three rounds ago.

int main(void) {
  int *p = 0;
  for (int i = 0; i < 4; i++) {
    int x = i;
    if (i == 0)
      p = &x;
    if (i == 3)
      return *p;
  }
  return 0;
}
