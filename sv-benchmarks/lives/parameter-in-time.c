// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The pointer to a parameter is only used while the call goes on.

int *g;

void set(int v) { *g = v; }

int f(int a) {
  g = &a;
  set(3);
  return a;
}

int main(void) { return f(1) - 3; }
