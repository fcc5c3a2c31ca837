// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is made larger is not the start of an object.

extern void abort(void);
void reach_error(void) { abort(); }
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(8);
  p = realloc(p + 1, 16);
  free(p);
  return 0;
}
