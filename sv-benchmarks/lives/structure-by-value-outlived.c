// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A structure that is passed by value is an object of the function that gets it, not the caller's.

struct s {
  int a[5];
};

int *g;

void f(struct s v) { g = v.a; }

int main(void) {
  struct s mine = {{1, 2, 3, 4, 5}};
  f(mine);
  return *g;
}
