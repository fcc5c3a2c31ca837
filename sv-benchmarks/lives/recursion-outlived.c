// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each call of a recursive function has a local of its own.

int *g;

void f(int n) {
  int l = n;
  if (n == 2)
    g = &l;
  if (n > 0)
    f(n - 1);
}

int main(void) {
  f(3);
  return *g;
}
