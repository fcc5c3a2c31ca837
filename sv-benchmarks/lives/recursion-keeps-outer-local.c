// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A recursive function keeps a pointer to a local of one of its own calls.

int *g;

void f(int n, int *p) {
  int l = n;
  if (n == 0) {
    g = p;
    return;
  }
  f(n - 1, n == 1 ? &l : p);
}

int main(void) {
  int x = 0;
  f(2, &x);
  return *g;
}
