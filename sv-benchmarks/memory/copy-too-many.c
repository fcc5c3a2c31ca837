// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The source is shorter than what is copied.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 6;
  int a[4] = {1, 2, 3, 4}, b[5];
  memcpy(b, a, n * sizeof(int));
  return 0;
}
