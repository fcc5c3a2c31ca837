// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The old address is used after the object was made larger.

extern void abort(void);
void reach_error(void) { abort(); }
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(8);
  char *q = realloc(p, 16);
  q[8] = 1;
  p[0] = 1;
  free(q);
  return 0;
}
