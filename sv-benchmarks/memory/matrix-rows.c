// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A pointer runs through the rows of a matrix in order.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int a[3][2];
  int n = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      a[i][j] = n++;
    }
  }
  n = 0;
  for (int *p = &a[0][0]; p < &a[0][0] + 6; p++) {
    if (*p != n++) {
      reach_error();
    }
  }
  return 0;
}
