// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An unsigned short is promoted to int, so -1 is below it.

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
  __VERIFIER_assert(-1 < u);
  return 0;
}
