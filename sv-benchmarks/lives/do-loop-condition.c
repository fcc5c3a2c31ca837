// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The condition of a `do` loop stands outside of its body.

int main(void) {
  int y = 1, *p = &y;
  do {
    int z = *p;
    p = &z;
  } while (*p == 5);
  return 0;
}
