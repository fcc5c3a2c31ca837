// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A table of two rows and three columns. Here it goes wrong.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int table[2][3] = {{0}};
  int row, column;
  for (row = 0; row < 2; row++) {
    for (column = 0; column < 4; column++) {
      table[row][column] = row * column;
    }
  }
  return table[1][2];
}
