// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A remainder that may be negative is brought to 0 to 4, without overflow.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int modulo = (a % 5 + 5) % 5;
  __VERIFIER_assert(modulo >= 0 && modulo <= 4);
  return 0;
}
