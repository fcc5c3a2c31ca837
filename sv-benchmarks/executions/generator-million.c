// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Lewis, Goodman and Miller's generator, begun with 1, gives 1043618065 after 10000 rounds, as its authors say; it never gives 0 in 10^6.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned long long x = 1;
  for (int round = 1; round <= 1000000; round++) {
    x = x * 16807 % 2147483647;
    if (x == 0 || (round == 10000 && x != 1043618065)) {
      reach_error();
    }
  }
  return 0;
}
