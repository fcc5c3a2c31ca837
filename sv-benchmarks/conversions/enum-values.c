// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Enumerators count on from the last value that was given.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
enum colour { RED = 3, GREEN, BLUE = 9, WHITE };
int main(void) {
  enum colour c = WHITE;
  __VERIFIER_assert(c == 10 && GREEN == 4);
  return 0;
}
