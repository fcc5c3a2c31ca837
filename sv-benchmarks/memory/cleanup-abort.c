// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Inputs that are not wanted end in abort while a buffer is in use; all others give it back.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);

static void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}
int main(void) {
  int *buffer = malloc(4 * sizeof(int));
  int index = __VERIFIER_nondet_int();
  assume_abort_if_not(index >= 0);
  assume_abort_if_not(index < 4);
  buffer[index] = 1;
  free(buffer);
  return 0;
}
