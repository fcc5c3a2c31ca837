// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The chosen variable changes, the other one does not.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, y = 2;
  int *p = &x, *q = &y;
  int **r = __VERIFIER_nondet_int() ? &p : &q;
  **r = 7;
  if (x + y == 9 && x != 7) {
    reach_error();
  }
  if (x + y != 8 && x + y != 9) {
    reach_error();
  }
  return 0;
}
