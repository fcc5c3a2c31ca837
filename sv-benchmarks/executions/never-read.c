// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is read is added up, but decides about nothing: a loop of 10^7 turns comes to the same sum, whatever it is.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned int sum = 0, noise = 0;
  for (unsigned int i = 0; i < 10000000u; i++) {
    sum = sum * 5 + i;
    if (i % 100000 == 0) {
      noise += (unsigned int)__VERIFIER_nondet_int();
    }
  }
  if (sum != 360904896u) {
    reach_error();
  }
  return (int)(noise & 1);
}
