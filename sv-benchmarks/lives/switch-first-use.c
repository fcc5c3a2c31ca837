// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The first thing that happens in the block is that the address is passed on.

void set(int *q) { *q = 4; }

int main(void) {
  int r = 0;
  switch (1) {
    int x;
  case 1:
    set(&x);
    r = x;
  }
  int *none = 0;
  return r == 4 ? 0 : *none;
}
