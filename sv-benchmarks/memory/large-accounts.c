// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Structures of two members: a balance stops at a limit, an owner is one of seven.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);

#define N 50000

struct account {
  int balance;
  short owner;
} a[N];

int main(void) {
  while (__VERIFIER_nondet_uint()) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x >= N || y >= N) {
      continue;
    }
    a[x].owner = (short)(x % 7);
    if (a[x].balance < 1000) {
      a[x].balance += 10;
    }
    if (a[y].owner > 6 || a[y].owner < 0 || a[y].balance > 1009) {
      reach_error();
    }
  }
  return 0;
}
