// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The number of a file that was closed is given to another one, which can be read although the first one could not.

typedef struct file FILE;
extern int open(const char *, int, ...);
extern int close(int);
extern long read(int, void *, unsigned long);
extern FILE *fopen(const char *, const char *);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int to_write = open("first", 1);
  if (to_write < 0 || close(to_write) != 0 || !fopen("second", "r")) {
    return 1;
  }
  char c;
  if (read(to_write, &c, 1) == 1) {
    reach_error();
  }
  return 0;
}
