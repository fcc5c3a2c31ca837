// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An unsigned length of 0 less one is the largest number: the loop over nothing runs.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int length = __VERIFIER_nondet_uint() & 7, turns = 0;
  for (unsigned int i = 0; i <= length - 1 && turns < 8; i++) {
    turns++;
  }
  __VERIFIER_assert(turns == length);
  return 0;
}
