// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A pointer to the local of an outer call.

int f(int n, int *p) {
  int l = n;
  if (n == 0)
    return *p;
  return f(n - 1, n == 2 ? &l : p);
}

int main(void) {
  int x = 0, *none = 0;
  return f(3, &x) == 2 ? 0 : *none;
}
