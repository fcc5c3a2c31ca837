// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A helper gives everything back and ends the program by exit.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);

static int *buffer;
static void finish(int status) {
  free(buffer);
  exit(status);
}
int main(void) {
  buffer = malloc(sizeof(int));
  *buffer = __VERIFIER_nondet_int();
  finish(*buffer);
}
