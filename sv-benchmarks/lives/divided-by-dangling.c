// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What a parameter held is read after the call: undefined before anything is divided.

int *g;

void f(int a) { g = &a; }

int main(void) {
  f(1);
  return 8 / *g;
}
