// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A signed bit-field of three bits holds -4 to 3: 4 comes back as -4.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct flags {
  signed int small : 3;
  unsigned int rest : 5;
};

int main(void) {
  struct flags f;
  f.rest = 9;
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 4) return 0;
  f.small = x;
  if (f.small != x) reach_error();
  return 0;
}
