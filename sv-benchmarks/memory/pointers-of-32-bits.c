// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Under ILP32 a pointer has four bytes.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int x = 1;
  struct pair {
    int *p;
    int i;
  } pair = {&x, 2};
  if (sizeof pair != 8 || (char *)&pair.i - (char *)&pair != 4 || *pair.p != 1) {
    reach_error();
  }
  return 0;
}
