// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is written to the copy is not written to the original.

struct s {
  int a[5];
};

int f(struct s v) {
  int *p = v.a;
  p[1] = 7;
  return p[1];
}

int main(void) {
  struct s mine = {{1, 2, 3, 4, 5}};
  if (f(mine) == 7 && mine.a[1] == 2)
    return 0;
  int *none = 0;
  return *none;
}
