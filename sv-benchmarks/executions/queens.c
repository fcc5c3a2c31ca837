// SPDX-License-Identifier: MIT OR Apache-2.0
//
// There are 92 ways to put eight queens onto a board.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int column[8], row = 0, ways = 0;
  column[0] = -1;
  while (row >= 0) {
    column[row]++;
    if (column[row] == 8) {
      row--;
      continue;
    }
    int is_free = 1;
    for (int other = 0; other < row; other++) {
      int distance = column[row] - column[other];
      if (distance == 0 || distance == row - other || distance == other - row) {
        is_free = 0;
      }
    }
    if (is_free && row == 7) {
      ways++;
    } else if (is_free) {
      row++;
      column[row] = -1;
    }
  }
  if (ways != 92) {
    reach_error();
  }
  return 0;
}
