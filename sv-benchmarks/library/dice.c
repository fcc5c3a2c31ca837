// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A die that `rand` throws shows one of six faces.

#include <stdlib.h>
int main(void) {
  int faces[6] = {1, 2, 3, 4, 5, 6};
  srand(7);
  int face = faces[rand() % 6];
  return face - 1;
}
