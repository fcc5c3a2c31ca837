// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The error stands behind a loop that never ends: x stays odd. (C11 would let a compiler assume that
// it ends; here, as in SV-COMP, a loop runs as it is written.)

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned int x = 1;
  while (x != 0) {
    x = x * 3;
  }
  reach_error();
  return 0;
}
