// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What a cell holds is an index; one cell is written that holds one too many.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);

#define N 100000

unsigned a[N];

int main(void) {
  while (__VERIFIER_nondet_uint()) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x >= N || y > N) {
      continue;
    }
    a[x] = y;
    a[a[x]] = 0;
  }
  return 0;
}
