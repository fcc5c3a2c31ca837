// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The error can be reached without passing the unknown call.

extern unsigned int __VERIFIER_nondet_uint(void);
extern int unknown(int);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x > 10) {
    x = unknown(3);
  }
  __VERIFIER_assert(x != 7);
  return 0;
}
