// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two bits of anything are a good index.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 1, 1, 1};
  if (a[__VERIFIER_nondet_int() & 3] != 1) {
    reach_error();
  }
  return 0;
}
