// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Nearly all of a large local array is written before it is read. The one cell that is not holds anything.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned char cells[3000];
  for (unsigned int i = 0; i < 3000; i++) {
    if (i != 2999) {
      cells[i] = (unsigned char)(i % 7);
    }
  }
  for (unsigned int i = 0; i < 3000; i++) {
    if (cells[i] == 7) {
      reach_error();
    }
  }
  return 0;
}
