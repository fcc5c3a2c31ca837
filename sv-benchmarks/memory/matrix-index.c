// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The matrix has three rows of two, and the index steps by three for each column: the last cells are behind its end.
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int m[3][2] = {{0}};
  unsigned int row = __VERIFIER_nondet_uint();
  unsigned int column = __VERIFIER_nondet_uint();
  if (row >= 3 || column >= 2) return 0;
  int *cell = &m[0][0] + column * 3 + row * 2;
  return *cell;
}
