// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A jump back inside of the block does not leave it: the local lives on, and holds what it did.

int main(void) {
  int *p = 0, t = 0;
  {
  again:
    if (p)
      t += *p;
    int x = 5;
    if (!p) {
      p = &x;
      goto again;
    }
  }
  return t - 5;
}
