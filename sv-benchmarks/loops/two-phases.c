// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The counter goes up to 50 in the first phase and down to 0 in the second; it never passes 50.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char count = 0, up = 1;
  while (__VERIFIER_nondet_bool()) {
    if (up) {
      count++;
      if (count == 50) {
        up = 0;
      }
    } else if (count > 0) {
      count--;
    }
    __VERIFIER_assert(count <= 50);
  }
  return 0;
}
