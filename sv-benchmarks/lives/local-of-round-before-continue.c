// SPDX-License-Identifier: MIT OR Apache-2.0
//
// `continue` leaves the body, too.

int *g;

int main(void) {
  int i = 0;
  while (1) {
    int x = 1;
    if (i)
      return *g;
    g = &x;
    i++;
    continue;
  }
}
