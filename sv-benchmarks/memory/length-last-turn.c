// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The pointer is to the array of the turn before, which is gone.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
  unsigned char *last = 0;
  for (unsigned turn = 0; turn < 2; turn++) {
    unsigned char a[n];
    if (last) {
      *last = 1;
    }
    last = a;
  }
  return 0;
}
