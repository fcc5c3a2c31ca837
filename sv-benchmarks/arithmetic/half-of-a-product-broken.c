// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Halving and doubling keep the product, but for a round that leaves something out. What decides about that looks at one bit of a word, or at
// another that makes no difference.

extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}

int main(void) {
  unsigned first = __VERIFIER_nondet_uint();
  unsigned second = __VERIFIER_nondet_uint();
  unsigned half = first, twice = second, sum = 0;
  while (1) {
    __VERIFIER_assert(sum + half * twice == first * second);
    _Bool halves = __VERIFIER_nondet_uint() < 5;
    unsigned mask = halves ? 1 : 16;
    _Bool is_set = (half & mask) == 16;
    if (!is_set) {
      sum += twice;
    }
    unsigned less = is_set ? half : half - 1;
    half = halves ? half >> 1 : less;
    twice = halves ? twice << 1 : twice;
  }
}
