// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is returned is a copy: the local itself is gone.

struct s {
  int a[9];
};

int *p;

struct s f(void) {
  struct s r = {{1}};
  p = r.a;
  return r;
}

int main(void) {
  struct s t = f();
  return *p + t.a[0];
}
