// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The shift by too much is in a block that is never entered, and in a function that is never called.

extern int __VERIFIER_nondet_int(void);

static int never(void) {
  int bits[2] = {1, 1 << 33};
  return bits[0];
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 3) {
    int bits[2] = {1, 1 << -1};
    return bits[0];
  }
  int bits[2] = {1, 0 ? 1 << 33 : 1 << 31 >> 31};
  return bits[0];
}
