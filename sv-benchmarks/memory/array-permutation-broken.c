// SPDX-License-Identifier: MIT OR Apache-2.0
//
// With i == j the exclusive-or swap clears the cell.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3] = {5, 6, 7};
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 2 || j < 0 || j > 2) {
    return 0;
  }
  a[i] ^= a[j];
  a[j] ^= a[i];
  a[i] ^= a[j];
  if (a[0] + a[1] + a[2] != 18) {
    reach_error();
  }
  return 0;
}
