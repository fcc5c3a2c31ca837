// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Only one key opens, and then 40000 rounds mix it before the error: the key is a constant of the program, so that trying
// constants finds it, and the rounds are too many to be unrolled.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned int key = __VERIFIER_nondet_uint();
  unsigned int lock = __VERIFIER_nondet_uint();
  unsigned int round, x = key;
  for (round = 0; round < 40000u; round++) {
    x = (x << 13) ^ x;
    x = (x >> 17) ^ x;
    x = (x << 5) ^ x;
    x += round;
  }
  if (key == 0x600dc0deu && lock == key * 2654435761u) {
    if (x != 0) {
      reach_error();
    }
  }
  return 0;
}
