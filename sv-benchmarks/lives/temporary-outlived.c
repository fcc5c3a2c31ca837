// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What a call gives back without a name lives until the whole expression ends.

struct s {
  int a[9];
};

struct s f(void) {
  struct s r = {{1, 2}};
  return r;
}

int main(void) {
  int *p = f().a;
  return *p;
}
