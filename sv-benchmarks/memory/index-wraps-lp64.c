// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The index is 2^62 + 1: four times that wraps to 4, but the access is far outside of the object.

extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *a = malloc(16);
  if (a == 0)
    return 0;
  unsigned long i = __VERIFIER_nondet_ulong();
  if (i == (1ul << 62) + 1)
    a[i] = 1;
  free(a);
  return 0;
}
