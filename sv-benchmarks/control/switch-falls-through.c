// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A case without break runs into the next one.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1:
    y += 1;
  case 2:
    y += 2;
    break;
  default:
    y = 9;
  }
  __VERIFIER_assert(y != 3);
  return 0;
}
