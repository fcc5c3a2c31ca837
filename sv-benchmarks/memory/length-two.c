// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Rows and columns are as many as the program reads.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned rows = __VERIFIER_nondet_uint() % 2 + 1, columns = __VERIFIER_nondet_uint() % 2 + 1;
  unsigned char a[rows][columns];
  for (unsigned i = 0; i < rows; i++) {
    for (unsigned j = 0; j < columns; j++) {
      a[i][j] = 4 * i + j;
    }
  }
  unsigned i = __VERIFIER_nondet_uint() % rows, j = __VERIFIER_nondet_uint() % columns;
  if (a[i][j] != 4 * i + j) {
    reach_error();
  }
  return 0;
}
