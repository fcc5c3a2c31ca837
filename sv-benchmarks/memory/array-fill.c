// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each cell is written before it is read, whatever the index.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[6];
  for (int i = 0; i < 6; i++) {
    a[i] = 3 * i;
  }
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < 6 && a[k] != 3 * k) {
    reach_error();
  }
  return 0;
}
