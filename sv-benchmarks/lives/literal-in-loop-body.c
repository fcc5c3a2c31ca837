// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The loop's body is a block, even without braces: the literal ends with it.

int main(void) {
  int n = 0, *p = 0;
  while (n++ < 1)
    p = (int[]){n, 2};
  return p[1];
}
