// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A recursive function keeps a pointer to a local of the function that called it first.

int *g;

void keep(int n, int *p) {
  if (n == 0) {
    g = p;
    return;
  }
  keep(n - 1, p);
  if (n == 7)
    g = 0;
}

void h(void) {
  int l = 3;
  keep(2, &l);
}

int main(void) {
  h();
  return *g;
}
