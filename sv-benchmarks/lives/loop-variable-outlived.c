// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The variable of a `for` loop ends with the loop.

int main(void) {
  int *p;
  for (int i = 0, *q = &i; i < 2; i++) {
    (*q)++;
    p = q;
  }
  return *p;
}
