// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One token among five stations, handed on or kept: there is always exactly one.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char ring = 1;
  while (1) {
    if (__VERIFIER_nondet_bool()) {
      ring = (unsigned char)(((ring << 1) | (ring >> 4)) & 31);
    }
    __VERIFIER_assert(ring != 0 && (ring & (ring - 1)) == 0);
  }
}
