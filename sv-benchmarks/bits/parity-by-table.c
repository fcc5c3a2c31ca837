// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The sixteen bits of 0x6996 are the parities of the numbers 0 to 15.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint() & 15;
  unsigned int counted = (x & 1) ^ (x >> 1 & 1) ^ (x >> 2 & 1) ^ (x >> 3);
  __VERIFIER_assert((0x6996u >> x & 1) == counted);
  return 0;
}
