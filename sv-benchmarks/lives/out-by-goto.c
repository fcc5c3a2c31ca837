// SPDX-License-Identifier: MIT OR Apache-2.0
//
// `goto` leaves the block in which the local lives.

extern int __VERIFIER_nondet_int(void);

int *g;

int main(void) {
  if (__VERIFIER_nondet_int()) {
    int x = 1;
    g = &x;
    if (__VERIFIER_nondet_int())
      goto out;
    *g = 3;
  }
  return 0;
out:
  return *g;
}
