// SPDX-License-Identifier: MIT OR Apache-2.0
//
// low + (high - low) / 2 stays between the bounds and inside the type.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) {
    return 0;
  }
  int middle = low + (high - low) / 2;
  __VERIFIER_assert(low <= middle && middle <= high);
  return 0;
}
