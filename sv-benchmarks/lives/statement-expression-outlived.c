// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A local of a statement expression ends with it.

int main(void) {
  int *p;
  int r = ({
    int z = 3;
    p = &z;
    z;
  });
  return *p + r;
}
