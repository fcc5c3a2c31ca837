// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What malloc gives is anything.

extern void abort(void);
void reach_error(void) { abort(); }
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(sizeof(int));
  if (*p == 4711) {
    reach_error();
  }
  free(p);
  return 0;
}
