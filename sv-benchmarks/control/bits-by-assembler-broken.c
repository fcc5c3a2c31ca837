// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Of a number with one bit, the lowest one is the highest.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), lowest, highest, swapped = x, sum = x, by = 3;
  if (x == 0) {
    return 0;
  }
  __asm__("bsfl %1, %0" : "=r"(lowest) : "rm"(x) : "cc");
  __asm__("bsr %1,%0" : "=r"(highest) : "r"(x));
  __asm__("bswap %0" : "+r"(swapped));
  __asm__ __volatile__("lock; addl %1, %0" : "+m"(sum) : "ir"(by) : "memory");
  if ((x >> lowest & 1) != 1 || lowest >= highest || x >> highest != 1 || swapped >> 24 != (x & 255) || sum != x + 3) {
    reach_error();
  }
  return 0;
}
