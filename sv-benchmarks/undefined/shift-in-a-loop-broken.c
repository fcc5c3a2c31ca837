// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A power of two is looked for bit by bit. Here it goes wrong.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned number = __VERIFIER_nondet_uint();
  int bit = 0;
  while ((number >> bit & 1u) == 0) {
    bit++;
  }
  return bit;
}
