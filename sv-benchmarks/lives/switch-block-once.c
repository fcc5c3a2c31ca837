// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The local is jumped over, but its block is not left between the turns.

extern void reach_error(void);

int main(void) {
  switch (1) {
    int x;
  case 1:
    for (int i = 0; i < 2; i++) {
      if (i == 0)
        x = 5;
      else if (x != 5)
        reach_error();
    }
  }
  return 0;
}
