// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A number is halved until little is left of it: at most 31 calls deep, and no call goes two ways but near the end. Here the sum is larger.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned weight(unsigned n) {
  switch (n) {
  case 0:
    return 1;
  case 1:
    return weight(0) + 1;
  case 2:
    return weight(1) + weight(0);
  default:
    return weight(n / 2);
  }
}

int main(void) {
  if (weight(__VERIFIER_nondet_uint()) > 2) {
    reach_error();
  }
  return 0;
}
