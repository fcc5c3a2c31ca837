// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A clamped value is within its bounds if the bounds are in order.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int(), low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  int y = x < low ? low : x > high ? high : x;
  __VERIFIER_assert(low > high || (low <= y && y <= high));
  return 0;
}
