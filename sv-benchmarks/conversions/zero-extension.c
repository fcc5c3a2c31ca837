// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An unsigned short widened to unsigned int keeps its value; a signed short with the same bits does
// not.

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned short u = __VERIFIER_nondet_ushort();
  short s = (short)u;
  __VERIFIER_assert((unsigned int)s == u);
  return 0;
}
