// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One turn of many does not give its memory back.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  unsigned odd = __VERIFIER_nondet_uint();
  for (unsigned turn = 0; turn < 20; turn++) {
    unsigned char *p = malloc(turn % 3 + 1);
    p[0] = turn;
    if (turn != odd) {
      free(p);
    }
  }
  return 0;
}
