// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same hash computed in unsigned int wraps.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  unsigned int hash = 7;
  while (__VERIFIER_nondet_bool()) {
    hash = 31 * hash + __VERIFIER_nondet_uchar();
  }
  return hash == 0;
}
