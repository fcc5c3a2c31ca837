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

int *same(int *p) { return p; }

int main(void) {
  int t = f().a[1] + *same(f().a);
  int *none = 0;
  return t == 3 ? 0 : *none;
}
