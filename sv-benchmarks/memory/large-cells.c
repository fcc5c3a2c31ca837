// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A cell is counted up to three and no further.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);

#define N 100000

int a[N];

int main(void) {
  while (__VERIFIER_nondet_uint()) {
    unsigned x = __VERIFIER_nondet_uint() % N;
    if (a[x] < 3) {
      a[x]++;
    }
    unsigned y = __VERIFIER_nondet_uint() % N;
    if (a[y] > 3 || a[y] < 0) {
      reach_error();
    }
  }
  return 0;
}
