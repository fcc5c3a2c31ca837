// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each turn has an array of its own, for as many turns as there are.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
  for (unsigned turn = 0; turn < 1000; turn++) {
    unsigned char a[n];
    a[0] = 1;
    a[n - 1] = 2;
    if (a[n - 1] != 2) {
      reach_error();
    }
  }
  return 0;
}
