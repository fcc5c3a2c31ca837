// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Of all Collatz sequences that begin below 100000 the longest has 350 steps, and the highest comes to 1570824736.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned long long highest = 0;
  unsigned int longest = 0;
  for (unsigned int start = 1; start < 100000u; start++) {
    unsigned long long x = start;
    unsigned int steps = 0;
    while (x != 1) {
      x = x % 2 == 0 ? x / 2 : 3 * x + 1;
      highest = x > highest ? x : highest;
      steps++;
    }
    longest = steps > longest ? steps : longest;
  }
  if (longest != 350 || highest != 1570824736ull) {
    reach_error();
  }
  return 0;
}
