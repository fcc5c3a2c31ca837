// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Only the start of an object can be freed.

extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(8);
  p[0] = 1;
  free(p + 1);
  return 0;
}
