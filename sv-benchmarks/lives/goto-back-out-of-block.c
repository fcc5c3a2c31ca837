// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The jump leaves the block and enters it again: another local with the same name.

int main(void) {
  int *p = 0;
again: {
  int x = 5;
  if (p)
    return *p;
  p = &x;
  goto again;
}
}
