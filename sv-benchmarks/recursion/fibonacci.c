// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The sixth Fibonacci number is the greatest of the first six.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int fib(int n) {
  if (n < 2) {
    return n;
  }
  return fib(n - 1) + fib(n - 2);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6) {
    return 0;
  }
  if (fib(n) > 8) {
    reach_error();
  }
  return 0;
}
