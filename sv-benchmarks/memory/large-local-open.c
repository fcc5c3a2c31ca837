// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two cells of a large local that nothing writes differ, and a third is written.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);

#define N 100000

int main(void) {
  int a[N];
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = __VERIFIER_nondet_uint();
  if (x >= N || y >= N || z >= N) {
    return 0;
  }
  a[z] = 7;
  if (x != z && a[x] == a[y] + 5 && a[x] == 7) {
    reach_error();
  }
  return 0;
}
