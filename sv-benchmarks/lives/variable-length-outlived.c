// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An array of computed length ends with its block.

int *g;

int main(void) {
  int k = 3;
  {
    int v[k];
    g = v;
    v[0] = 1;
  }
  return *g;
}
