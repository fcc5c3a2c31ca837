// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Memory of a size that differs from turn to turn is given back in each.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  for (unsigned turn = 0; turn < 100; turn++) {
    unsigned n = turn % 3 + 1;
    unsigned char *p = malloc(n);
    p[n - 1] = turn;
    if (p[n - 1] != turn) {
      reach_error();
    }
    free(p);
  }
  return 0;
}
