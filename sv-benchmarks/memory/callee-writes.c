// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function writes what its argument points to.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
static void put(int *at, int value) { *at = value; }
int main(void) {
  int a[2] = {0, 0};
  put(&a[1], __VERIFIER_nondet_int());
  if (a[0] != 0) {
    reach_error();
  }
  return 0;
}
