// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A delay that doubles with each failure up to 64 is always a power of two.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char delay = 1;
  while (1) {
    if (__VERIFIER_nondet_bool()) {
      delay = 1;
    } else if (delay < 64) {
      delay *= 2;
    }
    __VERIFIER_assert(delay >= 1 && delay <= 64 && (delay & (delay - 1)) == 0);
  }
}
