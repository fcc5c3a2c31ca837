// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An owner is freed after what it owns.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);

struct owner {
  int *owned;
};
int main(void) {
  struct owner *owner = malloc(sizeof *owner);
  owner->owned = malloc(sizeof(int));
  *owner->owned = __VERIFIER_nondet_int();
  free(owner->owned);
  free(owner);
  return 0;
}
