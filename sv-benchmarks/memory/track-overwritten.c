// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A pointer is overwritten while it is the only one to its buffer.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *buffer = malloc(4 * sizeof(int));
  buffer[0] = 1;
  if (__VERIFIER_nondet_int() > 3) {
    buffer = malloc(8 * sizeof(int));
    buffer[0] = 2;
  }
  free(buffer);
  return 0;
}
