// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The depth is counted on the way back, up to five, however deep the calls go.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned depth(unsigned n) {
  if (n == 0) {
    return 0;
  }
  unsigned below = depth(n - 1) + 1;
  return below > 5 ? 5 : below;
}
int main(void) {
  if (depth(__VERIFIER_nondet_uint()) > 5) {
    reach_error();
  }
  return 0;
}
