// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Sums leave the array and come back before anything is accessed; indices are negative.

extern int __VERIFIER_nondet_int(void);

struct pair {
  int a;
  int b[3];
};

int main(void) {
  int m[3][5];
  struct pair t[4];
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 100000000 || j > i || j < i - 2)
    return 0;
  int *p = m[2] + i;
  p -= j;
  *p = 1;
  m[i - j][4] = 2;
  struct pair *last = &t[3];
  last[j - i].b[2] = 3;
  return 0;
}
