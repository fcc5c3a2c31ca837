// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A matrix of three rows of two, addressed by a row and a column that are in range.
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int m[3][2] = {{0}};
  unsigned int row = __VERIFIER_nondet_uint();
  unsigned int column = __VERIFIER_nondet_uint();
  if (row >= 3 || column >= 2) return 0;
  m[row][column] = 1;
  return m[row][column];
}
