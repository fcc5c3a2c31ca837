// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The block is entered a second time, over the declaration: what the local holds then is not what it held before.

extern void reach_error(void);

int main(void) {
  for (int i = 0; i < 2; i++) {
    switch (1) {
      int x;
    case 1:
      if (i == 0)
        x = 5;
      else if (x != 5)
        reach_error();
    }
  }
  return 0;
}
