// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A power of two is looked for bit by bit.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned number = __VERIFIER_nondet_uint();
  int bit = 0;
  while (bit < 31 && (number >> bit & 1u) == 0) {
    bit++;
  }
  return bit;
}
