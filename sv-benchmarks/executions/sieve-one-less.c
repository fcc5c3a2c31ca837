// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The sieve leaves out the multiples of 2 from the fifth on, 10 and more: even numbers are counted as primes.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned char composite[10000];
  for (int i = 0; i < 10000; i++) {
    composite[i] = 0;
  }
  int primes = 0;
  for (int i = 2; i < 10000; i++) {
    if (!composite[i]) {
      primes++;
      for (int j = 2 * i; j < 10000 && (i > 2 || j < 10); j += i) {
        composite[j] = 1;
      }
    }
  }
  if (primes != 1229) {
    reach_error();
  }
  return 0;
}
