// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each call has an array of its own, which holds 31 in the calls 30 and 31.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void go(unsigned n) {
  unsigned own[2] = {n, n + 1};
  if (n == 0 || n > 60) {
    return;
  }
  own[n % 2] = 7;
  go(n - 1);
  if (own[1 - n % 2] == 31 && own[n % 2] == 7) {
    reach_error();
  }
}
int main(void) {
  go(__VERIFIER_nondet_uint());
  return 0;
}
