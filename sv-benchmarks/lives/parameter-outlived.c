// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A parameter lives as long as the call.

int *g;

void f(int a) { g = &a; }

int main(void) {
  f(1);
  *g = 2;
  return 0;
}
