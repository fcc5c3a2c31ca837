// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One case falls through to the next: the local is still the same.

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int t = 0, k = 0;
  switch (__VERIFIER_nondet_int()) {
    int x;
  case 0:
    x = 2;
    k = 1;
  case 1:
    if (k)
      t += x;
    int *p = &x;
    *p = 1;
    t += x;
  }
  int *none = 0;
  return t == 3 || t == 1 || t == 0 ? 0 : *none;
}
