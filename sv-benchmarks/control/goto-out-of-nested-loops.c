// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A goto leaves both loops at once: i and j keep what they had.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int i, j;
  for (i = 0; i < 5; i++) {
    for (j = 0; j < 5; j++) {
      if (i * 5 + j == 13) {
        goto found;
      }
    }
  }
  reach_error();
found:
  __VERIFIER_assert(i == 2 && j == 3);
  return 0;
}
