// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A product by halving one factor and doubling the other.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}

int main(void) {
  int factor = __VERIFIER_nondet_int();
  int times = __VERIFIER_nondet_int();
  if (times < 0) {
    return 0;
  }
  int twice = factor, half = times, product = 0;
  while (half != 0) {
    if (half % 2 == 1) {
      product = (int)((unsigned)product + (unsigned)twice);
    }
    twice = (int)(2u * (unsigned)twice);
    half = half / 2;
  }
  __VERIFIER_assert((unsigned)product == (unsigned)factor * (unsigned)times);
  return 0;
}
