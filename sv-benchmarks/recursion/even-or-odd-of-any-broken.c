// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One of them is wrong about 41, so that all larger even numbers are wrong too.

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
  return even(n - 1) && n != 41 ? 1 : 0;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (even(n) != (n % 2 == 0)) {
    reach_error();
  }
  return 0;
}
