// SPDX-License-Identifier: MIT OR Apache-2.0
//
// McCarthy's function is 92 at 102.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int mccarthy(int n) {
  return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11));
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 80 || n > 102) {
    return 0;
  }
  if (mccarthy(n) != 91) {
    reach_error();
  }
  return 0;
}
