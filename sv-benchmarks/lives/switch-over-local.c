// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A `switch` jumps over the declaration; the local ends with the block.

int *g;

int main(void) {
  switch (1) {
    int x;
  case 0:
    x = 1;
  case 1:
    g = &x;
    *g = 1;
  }
  return *g;
}
