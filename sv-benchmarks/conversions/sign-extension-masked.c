// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Masked to its low eight bits it is 255 again.

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
  int wide = c & 0xff;
  __VERIFIER_assert(wide >= 0 && (char)wide == c);
  return 0;
}
