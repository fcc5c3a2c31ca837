// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A file that was opened to be written cannot be read, and once it is closed not written either.

extern int open(const char *, int, ...);
extern int close(int);
extern long read(int, void *, unsigned long);
extern long write(int, const void *, unsigned long);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int to_write = open("first", 1);
  if (to_write < 0) {
    return 1;
  }
  char c = 0;
  if (read(to_write, &c, 1) >= 0) {
    reach_error();
  }
  if (close(to_write) == 0 && write(to_write, &c, 1) >= 0) {
    reach_error();
  }
  return 0;
}
