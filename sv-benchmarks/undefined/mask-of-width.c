// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A mask of so many bits, where no bits and all of them are cases of their own.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned width = __VERIFIER_nondet_uint(), mask;
  if (width == 0 || width > 32) {
    return 0;
  }
  mask = ~0u >> (32 - width);
  return mask == 0;
}
