// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The depth is counted on the way back, up to 40, which 40 calls come to.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned depth(unsigned n) {
  if (n == 0) {
    return 0;
  }
  unsigned below = depth(n - 1) + 1;
  return below > 40 ? 40 : below;
}
int main(void) {
  if (depth(__VERIFIER_nondet_uint()) >= 40) {
    reach_error();
  }
  return 0;
}
