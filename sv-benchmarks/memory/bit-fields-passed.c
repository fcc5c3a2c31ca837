// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Structures of bit-fields have initialisers, are copied, passed and returned.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
struct flags {
  unsigned int a : 3;
  unsigned int b : 5;
};
struct report {
  struct flags flags[2];
  long sums[3];
};
static const struct flags start = {5, 17};
static struct report look(struct flags last, int n) {
  struct report r = {{{5, 17}, last}, {n}};
  r.sums[2] = r.flags[0].b + r.flags[1].b;
  return r;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  struct flags mine = {.b = (unsigned int)x};
  struct report r = look(mine, x);
  if (r.flags[0].a != start.a || r.flags[1].a != 0 || r.sums[0] != x || r.sums[1] != 0) {
    reach_error();
  }
  if (r.sums[2] != 17 + (x & 31)) {
    reach_error();
  }
  return 0;
}
