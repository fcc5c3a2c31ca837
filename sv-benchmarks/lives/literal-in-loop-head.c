// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The literal stands in the loop's head: it lives until the whole loop has ended.

int main(void) {
  int *p = 0, t = 0;
  for (int n = 0; n < 2; p = (int[]){n}, n++)
    if (n)
      t += *p;
  return t;
}
