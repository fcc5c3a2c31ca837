// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A structure is read as a whole and thrown away after it was freed.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct pair {
  int a, b[3];
};

int main(void) {
  struct pair *p = malloc(sizeof *p);
  if (p == 0)
    return 0;
  *p;
  free(p);
  return *p, __VERIFIER_nondet_int();
}
