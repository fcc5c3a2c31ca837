// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An array of computed length holds anything at first, in each turn.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
  for (unsigned turn = 0; turn < 3; turn++) {
    unsigned char a[n];
    if (turn == 2 && a[n - 1] != 7) {
      reach_error();
    }
    a[n - 1] = 7;
  }
  return 0;
}
