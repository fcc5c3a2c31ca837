// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The two usual ways to write the rule of leap years agree.

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned short year = __VERIFIER_nondet_ushort();
  int one = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  int two = year % 400 == 0 ? 1 : year % 100 == 0 ? 0 : year % 4 == 0;
  __VERIFIER_assert(one == two);
  return 0;
}
