// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A local is not on the heap.

extern void free(void *);
int main(void) {
  int x = 0;
  int *p = &x;
  free(p);
  return x;
}
