// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Sixteen times sixteen turns are none in eight bits: the error comes after 256 inner turns.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char total = 0;
  for (unsigned char i = 0; i < 16; i++) {
    for (unsigned char j = 0; j < 16; j++) {
      total++;
    }
  }
  __VERIFIER_assert(total != 0);
  return 0;
}
