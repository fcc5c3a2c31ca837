// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A value goes from cell to cell and becomes one more each time: after three moves it is 3 in the last one.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);

#define N 100000

int a[N];

int main(void) {
  while (__VERIFIER_nondet_uint()) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x >= N || y >= N) {
      continue;
    }
    a[x] = a[y] + 1;
    if (a[N - 1] == 3 && a[x] == 3 && x != N - 1) {
      reach_error();
    }
  }
  return 0;
}
