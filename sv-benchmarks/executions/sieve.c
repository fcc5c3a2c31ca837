// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Below 2000 there are 303 primes. The array is a local without first values: each cell is written before it is read.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned char composite[2000];
  for (int i = 0; i < 2000; i++) {
    composite[i] = 0;
  }
  int primes = 0;
  for (int i = 2; i < 2000; i++) {
    if (!composite[i]) {
      primes++;
      for (int j = 2 * i; j < 2000; j += i) {
        composite[j] = 1;
      }
    }
  }
  if (primes != 303) {
    reach_error();
  }
  return 0;
}
