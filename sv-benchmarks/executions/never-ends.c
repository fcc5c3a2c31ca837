// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A generator is stepped for ever. Its numbers begin anew after 405 steps, and 2 is not among them.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned int x = 1;
  for (;;) {
    x = x * 106 % 6075;
    if (x == 2) {
      reach_error();
    }
  }
}
