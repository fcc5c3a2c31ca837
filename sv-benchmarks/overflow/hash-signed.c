// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A hash of characters computed in int overflows after several characters.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int hash = 7;
  while (__VERIFIER_nondet_bool()) {
    hash = 31 * hash + __VERIFIER_nondet_uchar();
  }
  return hash == 0;
}
