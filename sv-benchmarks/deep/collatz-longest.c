// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Below 10^6 there is a number whose Collatz sequence takes 524 steps to come to 1: 837799. Some 10^8 steps lead there.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned int start;
  for (start = 1; start < 1000000u; start++) {
    unsigned long long x = start;
    unsigned int steps = 0;
    while (x != 1) {
      x = x % 2 == 0 ? x / 2 : 3 * x + 1;
      steps++;
    }
    if (steps == 524) {
      reach_error();
    }
  }
  return 0;
}
