// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A negative char converted to unsigned int is sign-extended first, so it is no byte.

extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  char c = __VERIFIER_nondet_char();
  __VERIFIER_assert((unsigned int)c <= 255);
  return 0;
}
