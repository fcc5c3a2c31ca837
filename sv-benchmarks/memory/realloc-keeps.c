// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What an object holds is kept when it is made larger.

extern void abort(void);
void reach_error(void) { abort(); }
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
int main(void) {
  int x = 5;
  int **p = malloc(sizeof(int *));
  p[0] = &x;
  p = realloc(p, 2 * sizeof(int *));
  p[1] = p[0];
  if (*p[1] != 5) {
    reach_error();
  }
  free(p);
  return 0;
}
