// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Four times the index is 2^32 and more: as a number of 32 bits it wraps, but the access is far outside of the array.

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4];
  unsigned int i = __VERIFIER_nondet_uint();
  if (i - 0x40000000u > 3u)
    return 0;
  a[i] = 1;
  return 0;
}
