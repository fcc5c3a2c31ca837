// SPDX-License-Identifier: MIT OR Apache-2.0
//
// 256 is no multiple of 3: the residue modulo 3 changes when eight bits wrap, in the 86th turn.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char x = 0;
  while (__VERIFIER_nondet_bool()) {
    x += 3;
    __VERIFIER_assert(x % 3 == 0);
  }
  return 0;
}
