// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An owner is freed, and with it the only pointer to what it owns, though the owner itself is still pointed to.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);

struct owner {
  int *owned;
};
static struct owner *owner;
int main(void) {
  owner = malloc(sizeof *owner);
  owner->owned = malloc(sizeof(int));
  *owner->owned = __VERIFIER_nondet_int();
  if (*owner->owned != 4) {
    free(owner->owned);
  }
  free(owner);
  return 0;
}
