// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A buffer is given back before it is replaced by a larger one.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *buffer = malloc(4 * sizeof(int));
  buffer[0] = 1;
  if (__VERIFIER_nondet_int() > 3) {
    free(buffer);
    buffer = malloc(8 * sizeof(int));
    buffer[0] = 2;
  }
  free(buffer);
  return 0;
}
