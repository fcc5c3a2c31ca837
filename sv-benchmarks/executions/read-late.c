// SPDX-License-Identifier: MIT OR Apache-2.0
//
// After 10^6 turns in which nothing is read, one input decides.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned int sum = 0;
  for (unsigned int i = 0; i < 1000000u; i++) {
    sum = (sum ^ i) * 16777619u;
  }
  if (__VERIFIER_nondet_int() == 0 && sum != 0) {
    reach_error();
  }
  return 0;
}
