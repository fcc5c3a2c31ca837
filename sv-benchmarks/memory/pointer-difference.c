// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The distance of two pointers counts elements, not bytes.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  long a[8] = {0};
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 8 || j < 0 || j > 8) {
    return 0;
  }
  long *p = a + i, *q = a + j;
  if (p - q != i - j || (p < q) != (i < j)) {
    reach_error();
  }
  return 0;
}
