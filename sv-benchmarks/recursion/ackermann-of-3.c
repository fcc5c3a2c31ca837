// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Ackermann's function of 3 and 5 is 253. Its calls are over 200 deep.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) {
    return n + 1;
  }
  if (n == 0) {
    return ackermann(m - 1, 1);
  }
  return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  if (ackermann(3, 5) != 253) {
    reach_error();
  }
  return 0;
}
