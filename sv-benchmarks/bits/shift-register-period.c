// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A linear feedback shift register of 4 bits comes back to its start after exactly 15 turns.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char state = 9;
  int turns = 0;
  do {
    unsigned char bit = ((state >> 3) ^ (state >> 2)) & 1;
    state = ((state << 1) | bit) & 15;
    turns++;
  } while (state != 9);
  __VERIFIER_assert(turns != 15);
  return 0;
}
