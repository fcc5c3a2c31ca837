// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two neighbours in the Gray code of 8 bits differ in exactly one bit.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char n = 0;
  while (__VERIFIER_nondet_bool()) {
    unsigned char one = n ^ (n >> 1);
    n++;
    unsigned char two = n ^ (n >> 1);
    unsigned char change = one ^ two;
    __VERIFIER_assert(change != 0 && (change & (change - 1)) == 0);
  }
  return 0;
}
