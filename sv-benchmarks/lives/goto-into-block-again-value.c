// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The block is left, and control jumps back into it: the local holds anything.

extern void reach_error(void);

int main(void) {
  {
    int x;
    x = 5;
    if (0) {
    l:
      if (x != 5)
        reach_error();
      return 0;
    }
  }
  goto l;
}
