// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Both branches of each turn keep low below high: one moves low up to the middle, one moves high down
// to it.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char low = 0, high = 100;
  while (high - low > 1) {
    unsigned char middle = low + (high - low) / 2;
    if (__VERIFIER_nondet_bool()) {
      low = middle;
    } else {
      high = middle;
    }
    __VERIFIER_assert(low < high);
  }
  return 0;
}
