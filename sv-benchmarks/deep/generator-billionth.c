// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A generator of pseudo-random numbers modulo 2^64: after 10^9 numbers the lowest bit is that of an even count, 1, and so the
// error is reached. The program reads nothing, so running it finds that; no formula of this length can be solved.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned long long x = 1, state = 1, count = 0;
  while (count < 1000000000ULL) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    x ^= state >> 33;
    count++;
  }
  if (x % 1000003u != 0) {
    reach_error();
  }
  return 0;
}
