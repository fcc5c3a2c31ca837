// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What only a local of main points to is lost when main returns, unless a global points to it too.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);

static int *kept;
int main(void) {
  int *local = malloc(sizeof(int));
  *local = 1;
  if (__VERIFIER_nondet_int()) {
    kept = local;
    return 0;
  }
  return *local;
}
