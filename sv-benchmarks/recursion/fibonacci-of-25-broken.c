// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The 25th Fibonacci number is not 75024.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
  if (fibonacci(25) != 75024) {
    reach_error();
  }
  return 0;
}
