// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function gives back the address of its array.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
static char *make(unsigned n) {
  char a[n];
  a[0] = 1;
  char *p = a;
  return p;
}
int main(void) {
  char *p = make(__VERIFIER_nondet_uint() % 4 + 1);
  return p[0];
}
