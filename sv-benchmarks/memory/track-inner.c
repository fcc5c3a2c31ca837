// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A global points into the middle of a buffer: that is enough not to lose it.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);

static char *cursor;
int main(void) {
  char *buffer = malloc(8);
  int at = __VERIFIER_nondet_int();
  cursor = buffer + (at & 7);
  *cursor = 'x';
  return 0;
}
