// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The last pointer to the memory is in a parameter, to which a global still points.

extern void *malloc(unsigned long);

void **g;

void f(void *p) { g = &p; }

int main(void) {
  f(malloc(4));
  return 0;
}
