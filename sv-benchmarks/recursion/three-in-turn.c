// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Three functions call each other in turn and count modulo three on the way back.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned one(unsigned n);
static unsigned two(unsigned n);
static unsigned zero(unsigned n) {
  if (n == 0) {
    return 0;
  }
  unsigned below = one(n - 1);
  return below == 2 ? 0 : below + 1;
}
static unsigned one(unsigned n) {
  if (n == 0) {
    return 0;
  }
  unsigned below = two(n - 1);
  return below == 2 ? 0 : below + 1;
}
static unsigned two(unsigned n) {
  if (n == 0) {
    return 0;
  }
  unsigned below = zero(n - 1);
  return below == 2 ? 0 : below + 1;
}
int main(void) {
  if (zero(__VERIFIER_nondet_uint()) > 2) {
    reach_error();
  }
  return 0;
}
