// SPDX-License-Identifier: MIT OR Apache-2.0
//
// <<= doubles a one until it comes to the sign: the shortest run has 31 turns.

extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int x = 1;
  while (__VERIFIER_nondet_bool()) {
    x <<= 1;
  }
  return x == 3;
}
