// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A conversion to short keeps exactly the numbers from -32768 to 32767.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert(((short)x == x) == (x >= -32768 && x <= 32767));
  return 0;
}
