// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The midpoint of a search as (low + high) / 2 overflows for large bounds.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) {
    return 0;
  }
  int middle = (low + high) / 2;
  return middle < low;
}
