// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Assembler changes the order of the bytes of a number. Twice is what it was.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned int swapped(unsigned int number) {
  __asm__("bswap %0" : "=r"(number) : "0"(number));
  return number;
}

int main(void) {
  unsigned int number = __VERIFIER_nondet_uint();
  __asm__ volatile("" ::: "memory");
  if ((swapped(number) & 255) != number >> 24 || swapped(swapped(number)) != number) {
    reach_error();
  }
}
