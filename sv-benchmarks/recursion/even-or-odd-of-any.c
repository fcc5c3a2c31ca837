// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two functions that call each other and negate what they are given, any number deep, tell even numbers from odd
// ones.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int odd(unsigned n);
static int even(unsigned n) {
  if (n == 0) {
    return 1;
  }
  return odd(n - 1) ? 1 : 0;
}
static int odd(unsigned n) {
  if (n == 0) {
    return 0;
  }
  return even(n - 1) ? 1 : 0;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (even(n) != (n % 2 == 0)) {
    reach_error();
  }
  return 0;
}
