// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Elements are moved over each other.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memmove(void *, const void *, unsigned);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 5;
  int a[5] = {0, 1, 2, 3, 4};
  memmove(a + 1, a, n * sizeof(int));
  for (unsigned i = 0; i < 5; i++) {
    if (a[i] != (int)(i == 0 || i > n ? i : i - 1)) {
      reach_error();
    }
  }
  return 0;
}
