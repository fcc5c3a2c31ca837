// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The powers of 3 modulo 7 come back to 1 every sixth time and never to 0.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int power = 1, phase = 0;
  while (__VERIFIER_nondet_bool()) {
    power = power * 3 % 7;
    phase = phase == 5 ? 0 : phase + 1;
    __VERIFIER_assert(power != 0 && (power == 1) == (phase == 0));
  }
  return 0;
}
