// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Eight bits have to wrap: 0 is below the start and is reached only past 255, after 56 turns.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char x = 200;
  while (__VERIFIER_nondet_bool()) {
    x++;
    __VERIFIER_assert(x != 0);
  }
  return 0;
}
