// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What calloc gives is zero.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
int main(void) {
  int *p = calloc(3, sizeof(int));
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < 3 && p[k] != 0) {
    reach_error();
  }
  free(p);
  return 0;
}
