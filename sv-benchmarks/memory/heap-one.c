// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An object that is written, read and freed.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(sizeof(int));
  *p = __VERIFIER_nondet_int();
  int x = *p;
  if (x != *p) {
    reach_error();
  }
  free(p);
  return 0;
}
