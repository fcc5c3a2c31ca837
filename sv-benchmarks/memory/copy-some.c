// SPDX-License-Identifier: MIT OR Apache-2.0
//
// As many elements are copied as the program reads, the others stay.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 5;
  int a[4] = {1, 2, 3, 4}, b[5] = {9, 9, 9, 9, 9};
  memcpy(b, a, n * sizeof(int));
  for (unsigned i = 0; i < 5; i++) {
    if (b[i] != (i < n ? (int)i + 1 : 9)) {
      reach_error();
    }
  }
  return 0;
}
