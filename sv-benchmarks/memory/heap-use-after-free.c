// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The object is read after it has been freed.

extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(4);
  *p = 1;
  free(p);
  return *p;
}
