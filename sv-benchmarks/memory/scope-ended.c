// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The pointer outlives what it points to.

int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  return *p;
}
