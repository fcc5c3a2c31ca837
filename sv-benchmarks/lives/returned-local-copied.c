// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is returned is a copy, which can be used.

struct s {
  int a[9];
};

struct s f(int v) {
  struct s r = {{v}};
  int *p = r.a;
  p[1] = v + 1;
  return r;
}

int main(void) {
  struct s t = f(1);
  int *p = t.a;
  int *none = 0;
  return p[0] == 1 && p[1] == 2 ? 0 : *none;
}
