// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The block is left, and control jumps back into it at once: another life.

int main(void) {
  int *p = 0;
  {
    int x = 1;
  l:
    if (p)
      return *p;
    p = &x;
  }
  goto l;
}
