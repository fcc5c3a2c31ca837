// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two functions that call each other, by way of their own locals.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int odd(int *p);
static int even(int *p) {
  int n = *p - 1;
  return *p == 0 || odd(&n);
}
static int odd(int *p) {
  int n = *p - 1;
  return *p != 0 && even(&n);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) {
    return 0;
  }
  if (even(&n) != (n % 2 == 0)) {
    reach_error();
  }
  return 0;
}
