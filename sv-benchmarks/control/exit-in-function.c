// SPDX-License-Identifier: MIT OR Apache-2.0
//
// exit ends the program from inside a function.

extern int __VERIFIER_nondet_int(void);
extern void exit(int);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
static void check(int x) {
  if (x < 10) {
    exit(1);
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x);
  __VERIFIER_assert(x > 9);
  return 0;
}
