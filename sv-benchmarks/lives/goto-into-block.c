// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Control jumps into a block, over the declaration: the local lives there, and no longer than the block.

int *g;

int main(void) {
  goto in;
  {
    int x;
  in:
    x = 1;
    g = &x;
    *g = 2;
  }
  return 0;
}
