// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A large local that is set to zero, and one cell that is not zero any more.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);

#define N 100000

int main(void) {
  int a[N] = {0};
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (x >= N || y >= N) {
    return 0;
  }
  a[x] = 1;
  if (a[y] != (x == y)) {
    reach_error();
  }
  return 0;
}
