// SPDX-License-Identifier: MIT OR Apache-2.0
//
// x is 1 modulo 8 as long as it grows by 8; one branch adds 4.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = 1;
  while (1) {
    unsigned int step = __VERIFIER_nondet_uint();
    x += step % 3 == 2 ? 4 : 8;
    __VERIFIER_assert((x & 7) == 1);
  }
}
